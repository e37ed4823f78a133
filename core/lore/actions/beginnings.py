"""The first facts of an empty store: what you answer to a few questions."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.actions.editing import Saved, draft, save
from lore.actions.engine import Engine
from lore.model import Kind


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """Something every agent asks sooner or later."""

    asks: str
    example: str
    begins: str
    """What the fact says before the answer, so that it can be understood alone."""
    kind: Kind


FIRST_QUESTIONS = (
    FirstQuestion("How are the tests run?", "make test, with the database up", "Run the tests with", Kind.CONVENTION),
    FirstQuestion(
        "When is a piece of work done?", "tests pass, changelog has a line", "Work is done when", Kind.CONVENTION
    ),
    FirstQuestion("What must an agent never do?", "push to main, change a migration", "Never", Kind.CORRECTION),
    FirstQuestion("What lies where?", "code in src, its tests beside it", "Where things lie", Kind.PROJECT),
)
"""In the order in which they are asked."""


def save_answers(engine: Engine, answers: Sequence[str]) -> tuple[Saved, ...]:
    """Save each answer as a fact of the repository that you are in, or of you where there is none; empty ones are none.

    answers: in the order of `FIRST_QUESTIONS`. Doing it twice adds nothing. Raises what `save` raises.
    """
    place = draft(engine)
    saved = []
    for question, answer in zip(FIRST_QUESTIONS, answers, strict=True):
        if words := answer.strip():
            text = f"{question.begins}: {words}"
            saved.append(save(engine, text, kind=question.kind, layer=place.layer, project=place.project))
    return tuple(saved)
