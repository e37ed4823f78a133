"""What agents are given: all rules in scope, few tokens against the sources, and nothing that comes back as a fact.

    PYTHONPATH=tests python tests/bench/bench_giving.py [rules] [tokens] [echo]

`rules`: the standing instructions of `../shared/data/pairs/beam_standing_rules.jsonl`, each conversation a project,
said once by a person: how many the next session of the project starts with, within the default budget, saved by
`lore add` and captured from a transcript; and with all of them in one project.
`tokens`: the sessions of `../shared/data/told_once` in order of time. Before each session what it starts with, with
each prompt what is recalled; against the tokens of the messages that this rests on, and of the sessions of those.
`echo`: ten sessions through the hooks, in which the agent repeats word for word what it was given and the user agrees.
Afterwards the store holds the same facts, and nothing in them has become more trusted.
"""

import argparse
import json
import os
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lore import actions
from lore.actions import Engine
from lore.config import CONTEXT_BUDGET, in_force
from lore.context import BriefItem, receipts
from lore.model import Fact, Kind, Layer
from lore.presence import deciding
from lore.store import FactFilter, Store, open_store
from support.hooking import Session, nobody_drains

DATA = Path(__file__).parents[3] / "shared" / "data"
SESSIONS = 10
YOU = deciding("measure", yes=True)


@contextmanager
def engine_of(folder: Path, name: str) -> Iterator[Engine]:
    """An empty store, with a project folder beside it."""
    project = folder / f"{name} project"
    project.mkdir()
    os.environ["LORE_HOME"] = str(folder / name)
    store = open_store(folder / name)
    store.backs_up = False
    with store:
        yield Engine(store, person=YOU, folder=project, stays_open=True)


def standing_instructions() -> dict[str, list[dict[str, Any]]]:
    """The instructions and preferences of each conversation."""
    found = defaultdict(list)
    for line in (DATA / "pairs" / "beam_standing_rules.jsonl").read_text().splitlines():
        rule = json.loads(line)
        found[rule["id"].partition("/")[0]].append(rule)
    return found


def rules(folder: Path) -> None:
    """Print the share of standing instructions that the next session starts with."""
    said = standing_instructions()
    total = sum(map(len, said.values()))
    for way in (_added, _captured, _added_to_one_project):
        given, tokens = way(folder, said)
        print(
            f"{way.__name__.strip('_').replace('_', ' '):24}{given} of {total} given, at most {tokens} tokens a start"
        )


def _added(folder: Path, said: dict[str, list[dict[str, Any]]]) -> tuple[int, int]:
    given, tokens = 0, []
    with engine_of(folder, "added") as engine:
        for project, instructions in said.items():
            for rule in instructions:
                _save(engine, rule, project)
            brief = actions.context(engine, project=project)
            given += sum(any(rule["statement"] in item.text for item in brief.items) for rule in instructions)
            tokens.append(sum(item.tokens for item in brief.items))
    return given, max(tokens)


def _added_to_one_project(folder: Path, said: dict[str, list[dict[str, Any]]]) -> tuple[int, int]:
    with engine_of(folder, "one") as engine:
        for rule in (rule for instructions in said.values() for rule in instructions):
            _save(engine, rule, "one")
        brief = actions.context(engine, project="one")
        print(f"  the budget is {in_force(engine.store)[CONTEXT_BUDGET]} tokens; {len(brief.left_out)} are left out")
        return len(brief.items), sum(item.tokens for item in brief.items)


def _save(engine: Engine, rule: dict[str, Any], project: str) -> None:
    actions.save(engine, rule["statement"], kind=Kind.PREFERENCE, project=project, layer=Layer.USER_PROJECT)


def _captured(folder: Path, stated: dict[str, list[dict[str, Any]]]) -> tuple[int, int]:
    given, tokens = 0, []
    with engine_of(folder, "captured") as engine:
        for project, instructions in stated.items():
            file = folder / f"{project}.jsonl"
            lines = [
                {
                    "session": project,
                    "id": f"{number}",
                    "at": f"2026-03-01T09:{number:02}:00Z",
                    "role": role,
                    "text": text,
                }
                for number, (role, text) in enumerate(
                    line.split(": ", 1) for rule in instructions for line in rule["stated_in"]
                )
                if role in ("user", "assistant")
            ]
            file.write_text("".join(json.dumps(line) + "\n" for line in lines))
            actions.capture(engine, [file], project=project, mine=True, format_name="lore")
            brief = actions.context(engine, project=project)
            given += sum(any(_rests_on(item, rule) for item in brief.items) for rule in instructions)
            tokens.append(sum(item.tokens for item in brief.items))
    return given, max(tokens)


def _rests_on(item: BriefItem, rule: dict[str, Any]) -> bool:
    """Whether what is given quotes a message that states the rule."""
    return any(evidence.quote in line for evidence in item.evidence for line in rule["stated_in"])


def tokens(folder: Path) -> None:
    """Print what sessions were given against what reading the sources would have cost."""
    for repository in sorted(path for path in (DATA / "told_once").iterdir() if (path / "order.jsonl").exists()):
        given, messages, whole = [], [], []
        with engine_of(folder, repository.name) as engine:
            for line in (repository / "order.jsonl").read_text().splitlines():
                one = json.loads(line)
                os.environ["LORE_NOW"] = one["start"]
                items = list(actions.context(engine, project=repository.name).items)
                for prompt in one["prompts"]:
                    os.environ["LORE_NOW"] = prompt["at"]
                    brief = actions.recall(engine, prompt["text"], project=repository.name, session=one["session"])
                    items += brief.items
                said, read = receipts.cost_of_sources(engine.store, tuple(items))
                given.append(sum(item.tokens for item in items))
                messages.append(said)
                whole.append(read)
                os.environ["LORE_NOW"] = one["end"] or one["start"]
                actions.capture(engine, [repository / one["file"]], project=repository.name, mine=True)
        del os.environ["LORE_NOW"]
        print(
            f"{repository.name:10}{len(given)} sessions: given {sum(given)} tokens, a session "
            f"{statistics.median(given):.0f} (median) {max(given)} (most); their messages {sum(messages)}, "
            f"the sessions of these {sum(whole)} ({1 - sum(given) / max(1, sum(whole)):.1%} less)"
        )


def echo(folder: Path) -> None:
    """Print how the facts change over ten sessions that repeat what they were given."""
    with engine_of(folder, "echo") as engine:
        home = Path(os.environ["LORE_HOME"])
        project = engine.project
        sources = DATA / "told_once" / "packmind"
        order = [json.loads(line) for line in (sources / "order.jsonl").read_text().splitlines()]
        actions.capture(engine, [sources / one["file"] for one in order], project=project, mine=True)
        actions.consolidate(engine)
        before = facts_of(engine.store)
        for number in range(SESSIONS):
            with nobody_drains(home):
                session = Session(engine.folder, f"echo {number}")
                start = session.start().text
                recalled = "".join(session.prompt(text).text for text in _prompts(order[-number - 1]))
                lines = [line[2:] for line in (start + recalled).splitlines() if line.startswith("- ")]
                session.stop("I follow these rules:\n" + "\n".join(f"- {line}" for line in lines))
                session.prompt("Yes, good. Go on.")
                session.stop(start + recalled)
                session.end()
            actions.drain_hooks(engine)
        actions.consolidate(engine)
        after = facts_of(engine.store)
        new = [fact for name, fact in after.items() if name not in before]
        lifted = [name for name, fact in before.items() if name in after and fact.tainted and not after[name].tainted]
        print(f"echo      {len(before)} facts before, {len(after)} after; new {len(new)}, more trusted {len(lifted)}")
        for fact in new:
            said = ", ".join(f"{one.role} in {one.session}" for one in engine.store.facts.evidence([fact.id])[fact.id])
            print(f"  + {fact.kind} {'tainted' if fact.tainted else 'trusted'}, {said}: {fact.text[:90]}")


def _prompts(session: dict[str, Any]) -> list[str]:
    return [prompt["text"] for prompt in session["prompts"] if len(prompt["text"]) <= 300][:2]


def facts_of(store: Store) -> dict[str, Fact]:
    return {fact.id: fact for fact in store.facts.select(FactFilter())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["rules", "tokens", "echo"])
    for part in parser.parse_args().parts:
        with tempfile.TemporaryDirectory() as scratch:
            {"rules": rules, "tokens": tokens, "echo": echo}[part](Path(scratch))


if __name__ == "__main__":
    main()
