"""Names: what you type, what a file holds and what an older release called it lead to one thing."""

import pytest

from lore.errors import UsageError
from store_contract.making import ACTOR, AnyMemory, a_fact, add_fact

OLD = "f:3k9x2m"
"""An id as older releases gave it."""


def test_the_beginning_of_an_id_is_enough_where_it_fits_one_thing(memory: AnyMemory) -> None:
    """What is shown can be typed, and what fits nothing comes back as it is."""
    ids = [add_fact(memory, a_fact(f"Use tool {number}")).id for number in range(4)]
    shown = memory.names.short(ids)
    assert list(shown) == ids
    assert all(name.startswith(beginning) for name, beginning in shown.items())
    assert [memory.names.find(beginning) for beginning in shown.values()] == ids
    assert [memory.names.fitting(name) for name in ids] == [[name] for name in ids]
    assert memory.names.find("f:nothere") == "f:nothere"


def test_a_beginning_that_fits_several_is_refused(memory: AnyMemory) -> None:
    with memory.write(ACTOR) as transaction:
        ids = [memory.facts.add(transaction, a_fact(f"Use {end}", id=f"f:aaaaaaaaaaaaaaa{end}")).id for end in "bc"]
    assert memory.names.fitting("f:aaaaaa") == ids
    with pytest.raises(UsageError, match="fits several"):
        memory.names.find("f:aaaaaa")


def test_an_id_of_an_older_release_stays_valid(memory: AnyMemory) -> None:
    with memory.write(ACTOR) as transaction:
        whole = memory.names.adopt(transaction, OLD)
        assert memory.names.adopt(transaction, OLD) == whole != OLD
        memory.facts.add(transaction, a_fact(id=whole))
    assert memory.names.known([OLD, "f:nothere"]) == {OLD: whole}
    assert (memory.names.whole(OLD), memory.names.whole("f:nothere")) == (whole, "f:nothere")
    assert memory.names.with_aliases([whole]) == {whole, OLD}
    assert memory.names.find(OLD) == whole
