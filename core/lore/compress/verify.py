"""Whether what a memory file says is safely stored: word for word, in an active fact that holds where the file does."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from lore.migrate.markdown import Statement
from lore.migrate.memory_files import is_personal, project_folder
from lore.migrate.rules import sentences
from lore.model import Fact, Status
from lore.projects import project_of
from lore.store import Store
from lore.text import said_alike

_REASONS = ("why:", "how to apply:")
"""How Claude Code's memories begin the paragraphs that tell why a statement holds, and how to apply it."""


class Verifier:
    """Asks the store about the statements of one file."""

    def __init__(self, store: Store, file: Path) -> None:
        self._store = store
        folder = None if is_personal(file) else project_folder(file)
        self._project = project_of(folder, store.projects.all_known()).key if folder else None

    def holders(self, statements: Sequence[Statement]) -> list[list[str]]:
        """The ids of the facts that hold each statement; none where it is not stored.

        A statement is held by a fact with the same text, by facts for each of its sentences, by a fact that quotes it
        exactly, or, where it gives the reason of another statement, by that statement's fact.
        """
        quoted = self._store.facts.quoting(list(dict.fromkeys(one.raw for one in statements)))
        found = [self._of_statement(one, quoted.get(one.raw, ())) for one in statements]
        facts = self._store.facts.many(list(dict.fromkeys(name for holders in found for name in holders)))
        reasons = {said_alike(part): fact.id for fact in facts for part in (fact.problem, fact.solution) if part}
        return [holders or self._of_reason(one, reasons) for one, holders in zip(statements, found, strict=True)]

    def _of_statement(self, statement: Statement, quoting: Sequence[str]) -> list[str]:
        parts = sentences(statement.text)
        if "](" not in statement.raw:  # the text of a fact does not say where a link leads, its quotation does
            if whole := self._with_text(statement.text):
                return [whole]
            each = [name for part in parts if (name := self._with_text(part))]
            if len(each) == len(parts):
                return each
        if len(parts) > 1:
            return []
        return [fact.id for fact in self._store.facts.many(quoting) if self._counts(fact)][:1]

    def _of_reason(self, statement: Statement, reasons: Mapping[str, str]) -> list[str]:
        lowered = statement.text.lower()
        prefix = next((prefix for prefix in _REASONS if lowered.startswith(prefix)), None)
        name = reasons.get(said_alike(statement.text[len(prefix) :])) if prefix else None
        return [name] if name else []

    def _with_text(self, text: str) -> str | None:
        return next((fact.id for fact in self._store.facts.same_text(text) if self._counts(fact)), None)

    def _counts(self, fact: Fact) -> bool:
        """Whether a fact is in force where the file is: everywhere, or in its project."""
        return fact.status is Status.ACTIVE and fact.project in (None, self._project)
