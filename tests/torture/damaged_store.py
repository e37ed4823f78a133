"""R14: the database file itself breaks; a fact that is read is what was written, or an error says that it is not."""

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
from lore.store import FactFilter, Store, open_store

from .damage import KINDS, damage
from .figures import Figure, Scale, none_of
from .operations import prepare
from .processes import ask
from .work import save

FACTS = 300
EVERY = FactFilter(statuses=tuple(Status))
Facts = dict[str, Fact]

WRONG, HIDDEN, REFUSED, SOUND, TRACE = "silently wrong", "reported by the check alone", "refused", "sound", "traceback"


def run(scale: Scale) -> Iterator[Figure]:
    """Size: damaged copies of each kind."""
    rng = random.Random(scale.seed)
    template = scale.folder / "template"
    written = ask(partial(_fill, template))
    outcomes: Counter[tuple[str, str]] = Counter()
    for kind in KINDS:
        for _ in range(scale.size):
            home = scale.folder / "copy"
            shutil.copytree(template, home)
            damage(paths.database(home), kind, rng)
            outcomes[kind, ask(partial(_look, home, written))] += 1
            shutil.rmtree(home)
    for kind in KINDS:
        among = f"{scale.size} copies with a {kind}"
        counts = ", ".join(f"{outcomes[kind, outcome]} {outcome}" for outcome in (REFUSED, HIDDEN, SOUND))
        yield none_of("R14", outcomes[kind, WRONG], "silently wrong", f"{among} ({counts})")
        yield none_of("R14", outcomes[kind, TRACE], "tracebacks", among)


def _fill(home: Path) -> Facts:
    """A store without a log beside it, and every fact that is in it."""
    prepare(home)
    rng = random.Random(0)
    with open_store(home) as store:
        for number in range(FACTS):
            save(store, rng, number)
        return {fact.id: fact for fact in store.facts.select(EVERY)}


def _look(home: Path, written: Facts) -> str:
    """Read every fact in each way there is."""
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
            return HIDDEN if _reported(store) else WRONG
        return SOUND


def _get(store: Store, name: str) -> Fact | None:
    with suppress(NotFound):
        return store.facts.get(name)
    return None


def _reported(store: Store) -> bool:
    """Whether the check of `lore doctor` notices it."""
    try:
        return bool(store.health.integrity() or store.health.damaged_rows())
    except LoreError:
        return True
