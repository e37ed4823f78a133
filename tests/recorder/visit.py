"""Every command once, in an order in which each has something to do."""

import json
import shlex
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from support.other_stores import ENGRAM

RULE = "Always use tmp_path in tests, never /tmp."
SAID = (f"No, {RULE.lower()}", RULE, RULE)
RULES = "# Rules\n\n- Always run the linter before a commit.\n- Use guard let, never force unwrap.\n"
COMMANDS = """
path --json | project show | project set github.com/me/web | project list | capture --mine sessions.jsonl
sessions list | sessions show s1 | sessions narrative s1 | timeline s1 | digest list
digest show g:none
add The queue is drained at night by a cron job. | add Deploys go out on Tuesdays. | add The night build takes an hour.
checkpoint "move the tests" --problem "they collide" --solution "tmp_path"
facts --json | show {0} | edit {0} The queue is drained at dawn by a cron job. | pin {0} --yes | archive {1}
restore {1} | supersede {1} Deploys go out on Wednesdays.
confirm {0} | search where do tests write
by-date 2026-03 | consolidate | schedule status | schedule run --now
schedule install --dry-run | schedule remove
review list | review show {c} | review edit {c} Use tmp_path in every test. --yes
review rescope {c} --yes | review rescope {c} --yes
review snooze {c} --until 2026-04-01 --yes | propose {2} | review approve {c} --yes
add Name branches after issues. | propose {3} | review reject {c} --reason no --yes
add Squash before merging. | propose {4} | add Squash before you merge. | review merge {c} {5} --yes
add Use npm. | add We no longer use npm in the docs site.
review answer {d} both --yes | review both {6} {7} --yes | help taint | publish --new-root --yes
publish --check | log | history {0}
category list | category show rules | category add web "The pages." --word page --yes
category edit web --summary "One page." --yes | category remove web --yes
memory show | memory publish --root . --yes
undo --yes | redo --yes | docs add handbook | docs list | docs show handbook | docs sync
docs propose handbook --dry-run | docs propose | docs remove handbook | export --output asked/facts.jsonl
import asked/facts.jsonl | migrate-from engram engram.db
migrate-from memory-files . | backup | backup list | restore-backup {b} --yes
share asked --yes | share asked --take
config list --json | config get memory.policy | config set search.limit 20 | config unset search.limit
model list | model status | model use all-MiniLM-L6-v2 --yes | reindex | stats
context --session s9 --give | recall where do tests write | why {0} | review list --all --json
add Staging lives in Oslo. --project github.com/me/old | project merge github.com/me/old github.com/me/web --yes
review approve {u} --yes | review reject {u} --yes | distill --with replay:notes.jsonl --session s1 --yes
hooks list | hooks drain | hooks off --here | hooks on --here | hooks forget | status-line
setup --dry-run --agent codex | setup --agent codex --yes | setup status | setup --remove --agent codex --yes
setup plugins
masked
purge {1} --confirm {1} | doctor --fix | doctor --history | capture --dry-run sessions.jsonl | prompt | demo
"""


@dataclass(frozen=True)
class Scene:
    """Where a visit takes place."""

    home: Path
    data: Path
    repository: Path
    temporary: Path

    def environment(self, python: str) -> dict[str, str]:
        return {
            "PATH": f"{Path(python).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "LORE_HOME": str(self.data),
            "LORE_NOW": "2026-03-12T09:00:00Z",
            "TMPDIR": str(self.temporary),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "PYTHONDONTWRITEBYTECODE": "1",  # what Python keeps of a module's source, beside the source
        }


def prepared(folder: Path) -> Scene:
    """A home, a repository with a transcript, documents and the memory of another tool."""
    scene = Scene(folder / "user", folder / "data", folder / "web", folder / "tmp")
    for path in (scene.home, scene.repository, scene.temporary, scene.repository / "asked"):
        path.mkdir()
    subprocess.run(["git", "init", "--quiet", str(scene.repository)], check=True)
    lines = [
        {"session": f"s{day}", "id": f"s{day}-1", "at": f"2026-03-0{day}T09:00:00Z", "role": "user", "text": text}
        for day, text in enumerate(SAID, 1)
    ]
    (scene.repository / "sessions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (scene.repository / "notes.jsonl").write_text(json.dumps({"session": "s1", "notes": []}) + "\n")
    (scene.repository / "CLAUDE.md").write_text(RULES)
    (scene.repository / "handbook").mkdir()
    (scene.repository / "handbook" / "ports.md").write_text("# Ports\n\nStaging listens on 5433.\n")
    with closing(sqlite3.connect(scene.repository / "engram.db")) as database:
        database.executescript(ENGRAM)
    return scene


def typed() -> Iterator[list[str]]:
    for command in COMMANDS.replace("\n", " | ").split(" | "):
        if words := shlex.split(command):
            yield words
