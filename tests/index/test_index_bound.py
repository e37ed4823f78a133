"""A passage of any length keeps no search waiting: what lies behind the bound is set aside, and the doctor names it."""

import pytest

from lore.doctor.derived import words_counted
from lore.doctor.inspection import Inspection
from lore.index import catch_up
from lore.index.lexical_by_type import open_words
from lore.index.refresh import words_folder
from lore.store import Store
from support.searching import save


def test_what_lies_behind_the_bound_of_a_passage_is_set_aside_and_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catching up takes a bounded time whatever was saved; the doctor names what no word finds."""
    for module in ("lore.index.analysis", "lore.doctor.derived"):
        monkeypatch.setattr(f"{module}.MOST_SEARCHED", 40)
    save(store, f"The zebra is striped {'and more ' * 9} giraffe")
    catch_up(store, None, wait_s=5.0)
    words = open_words(words_folder(store))
    assert words is not None
    assert (words.frequencies(["zebra"]), words.frequencies(["giraff"])) == ([1], [0])
    inspection = Inspection(store.folder)
    assert "1 passage longer than 40 characters" in words_counted(inspection).says
    inspection.close()
