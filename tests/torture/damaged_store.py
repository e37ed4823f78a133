"""R14: the database file itself breaks; a fact that is read is what was written, or an error says that it is not."""

import hashlib
import random
import shutil
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from lore import paths
from lore.errors import LoreError, NotFound
from lore.model import Fact, Status
from lore.platform import remove_folder
from lore.store import FactFilter, Store, open_store
from lore.store.sqlite.connection import DatabaseError, connect

from .damage import KINDS, damage
from .figures import Figure, Scale, at_least, none_of
from .operations import prepare
from .processes import ask
from .work import save

FACTS = 300
EVERY = FactFilter(statuses=tuple(Status))
Facts = dict[str, Fact]
NOTICED = {"flipped bit": 0.9, "page of zeros": 0.99, "cut": 0.99, "page of noise": 0.99}
"""Shares of the copies that read differently which the doctor must call damaged. A bit of unused space harms nobody."""

WRONG, HIDDEN, REFUSED, SOUND, TRACE = "silently wrong", "reported by the check alone", "refused", "sound", "traceback"


def run(scale: Scale) -> Iterator[Figure]:
    """Size: damaged copies of each kind."""
    rng = random.Random(scale.seed)
    template = scale.folder / "template"
    written = ask(partial(_fill, template))
    outcomes: Counter[tuple[str, str]] = Counter()
    harmful: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    rows = ask(partial(_rows, template))
    for kind in KINDS:
        for _ in range(scale.size):
            home = scale.folder / "copy"
            shutil.copytree(template, home)
            damage(paths.database(home), kind, rng)
            outcomes[kind, ask(partial(_look, home, written))] += 1
            if ask(partial(_rows, home)) != rows:
                harmful[kind] += 1
                noticed[kind] += ask(partial(_reported, home))
            remove_folder(home)
    for kind in KINDS:
        among = f"{scale.size} copies with a {kind}"
        counts = ", ".join(f"{outcomes[kind, outcome]} {outcome}" for outcome in (REFUSED, HIDDEN, SOUND))
        yield none_of("R14", outcomes[kind, WRONG], "silently wrong", f"{among} ({counts})")
        yield none_of("R14", outcomes[kind, TRACE], "tracebacks", among)
        changed = f"{harmful[kind]} of them in which any row of any table reads differently"
        yield at_least(
            "R14", noticed[kind] / max(1, harmful[kind]), NOTICED[kind], f"noticed by `lore doctor`, {changed}"
        )


def _fill(home: Path) -> Facts:
    prepare(home)
    rng = random.Random(0)
    with open_store(home) as store:
        for number in range(FACTS):
            save(store, rng, number)
        return {fact.id: fact for fact in store.facts.select(EVERY)}


def _look(home: Path, written: Facts) -> str:
    try:
        return _judged(home, written)
    except LoreError:
        return REFUSED
    except BaseException:  # noqa: BLE001 -- counted: a user would see it
        traceback.print_exc()
        return TRACE


def _judged(home: Path, written: Facts) -> str:
    with closing(open_store(home)) as store:
        store.backs_up = False
        ways: list[Callable[[], Facts]] = [
            lambda: {fact.id: fact for fact in store.facts.select(EVERY)},
            lambda: {fact.id: fact for fact in store.facts.many(list(written))},
            lambda: {name: fact for name in written if (fact := _get(store, name))},
        ]
        refused = missing = False
        for way in ways:
            try:
                found = way()
            except LoreError:
                refused = True
                continue
            if any(written.get(name) != fact for name, fact in found.items()):
                return WRONG
            missing |= len(found) != len(written)
        if refused:
            return REFUSED
        if missing:
            return HIDDEN if _reported(home) else WRONG
        return SOUND


def _rows(home: Path) -> str:
    """A hash of every row of every table, read without an index; the error where they cannot be read."""
    digest = hashlib.blake2b()
    try:
        with closing(connect(paths.database(home), budget_s=1)) as connection:
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"):
                for row in connection.execute(f'SELECT * FROM "{name}" NOT INDEXED ORDER BY rowid'):
                    digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
    except (LoreError, DatabaseError, UnicodeDecodeError) as error:
        return str(error)
    return digest.hexdigest()


def _get(store: Store, name: str) -> Fact | None:
    with suppress(NotFound):
        return store.facts.get(name)
    return None


def _reported(home: Path) -> bool:
    """Whether the checks of `lore doctor` on the file notice it."""
    try:
        with closing(open_store(home)) as store:
            health = store.health
            return bool(
                health.integrity()
                or health.references()
                or health.schema_differences()
                or health.damaged_rows()
                or health.unlogged_rows()
            )
    except LoreError:
        return True
