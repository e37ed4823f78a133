"""Whether agents are still given what a memory file says: word for word, in a convention that is published here."""

from collections.abc import Sequence

from lore.migrate import Statement, sentences
from lore.model import Fact
from lore.text import said_alike


class Verifier:
    """Knows what agents read in one repository, and what is only stored."""

    def __init__(self, given: Sequence[Fact]) -> None:
        """given: the conventions that stand in its published file now."""
        self._given = {said_alike(fact.text): fact.id for fact in given}

    def holders(self, statement: Statement) -> tuple[str, ...]:
        """The ids of the conventions that say it: one with the same text, or one for each of its sentences.

        Empty where agents would miss something: a convention does not say where a link leads.
        """
        if "](" in statement.raw:
            return ()
        if whole := self._given.get(said_alike(statement.text)):
            return (whole,)
        each = [self._given.get(said_alike(part)) for part in sentences(statement.text)]
        names = tuple(name for name in each if name)
        return names if len(names) == len(each) else ()
