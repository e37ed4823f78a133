"""Sessions that wait for a reader, and a program that reads them."""

from pathlib import Path

from lore.actions import Engine, settle_reader
from lore.model import Clean, Role, Session, Turn
from lore.store import Store
from support.person import me

ANSWERS = """
import re
open(ASKED, 'a').write('x')
rule = re.search(r"(Always run the [a-z0-9]+ before you push)[^\\n]*Part", question)[1]
note = {'quote': rule, 'kind': 'convention', 'standing': True, 'scope': 'project'}
print(json.dumps({'notes': [{**note, 'text': rule + '.'}, {**note, 'text': 'Use kubectl.', 'quote': 'use kubectl'}]}))
"""
"""What such a program does with its `question`: two notes, the second of which nobody said."""
SLOWLY = f"import time\ntime.sleep(0.5)\n{ANSWERS}"


def asked(tmp_path: Path) -> int:
    file = tmp_path / "asked"
    return len(file.read_text()) if file.exists() else 0


def sessions(store: Store, number: int, project: str = "shop", agent: str = "claude-code") -> list[str]:
    ids = [f"{project}{one}" for one in range(number)]
    with store.write("test") as transaction:
        for day, name in enumerate(ids, start=1):
            at = f"2026-03-{day:02}T09:00:00Z"
            store.sessions.put(transaction, Session(name, agent, project=project, started_at=at, ended_at=at))
            said = Clean(f"Always run the {name} before you push, because CI is slow. Part {day}.")
            store.sessions.add_turns(transaction, name, [Turn(name, f"{name}-a", Role.USER, said, at=at)])
    return ids[::-1]


def agree(store: Store, way: str = "claude") -> None:
    settle_reader(Engine(store, person=me()), "yes", way=way)
