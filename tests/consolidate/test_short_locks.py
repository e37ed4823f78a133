"""While a consolidation changes the store, it does nothing that others should not wait for."""

import subprocess
import sys

from lore.store import Store
from support.consolidating import say

LOADED = """
import sys
from contextlib import contextmanager
from pathlib import Path

from lore.consolidate import consolidate
from lore.store import Store, open_store

class Watched(Store):
    @contextmanager
    def write(self, who, run=None):
        with super().write(who, run) as transaction:
            before = set(sys.modules)
            yield transaction
            print(*sorted(set(sys.modules) - before), sep="\\n")

with open_store(Path(sys.argv[1])) as store:
    store.__class__ = Watched
    consolidate(store)
"""


def test_what_looks_for_secrets_is_not_loaded_while_the_store_is_locked(store: Store) -> None:
    """It takes 80 ms, four times as long as a transaction of a consolidation may take."""
    for day in range(1, 5):
        say(store, f"Use pnpm to install packages, not npm, since day {day}", day)
    done = subprocess.run([sys.executable, "-c", LOADED, str(store.folder)], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if name.startswith("lore.intake.secret")] == []
