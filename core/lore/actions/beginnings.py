"""The first facts of an empty store: what you answer to a few questions."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.actions.editing import Saved, draft, save
from lore.actions.engine import Engine
from lore.model import Kind, Layer


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """Something every agent asks sooner or later."""

    asks: str
    example: str
    begins: str
    """What the fact says before the answer, so that it can be understood alone."""
    kind: Kind
    is_of_you: bool = False
    """True for what holds in each of your projects."""


FIRST_QUESTIONS = (
    FirstQuestion("What is your role?", "backend developer, alone", "The person's role", Kind.IDENTITY, True),
    FirstQuestion("What is this project built with?", "Python 3.12, Postgres, pytest", "Built with", Kind.PROJECT),
    FirstQuestion("What is it to become?", "invoices for small shops, out in May", "The goal", Kind.PROJECT),
    FirstQuestion(
        "What should agents always or never do for you?", "answer briefly; never push", "The person prefers",
        Kind.PREFERENCE, True,
    ),
)  # fmt: skip
"""In the order in which they are asked."""


def save_answers(engine: Engine, answers: Sequence[str]) -> tuple[Saved, ...]:
    """Save each answer as a fact: of you, or of the repository that you are in, where you are in one; empty ones are
    none.

    answers: in the order of `FIRST_QUESTIONS`. Doing it twice adds nothing. Raises what `save` raises.
    """
    place = draft(engine)
    saved = []
    for question, answer in zip(FIRST_QUESTIONS, answers, strict=True):
        if words := answer.strip():
            text = f"{question.begins}: {words}"
            layer, project = (Layer.USER, None) if question.is_of_you else (place.layer, place.project)
            saved.append(save(engine, text, kind=question.kind, layer=layer, project=project))
    return tuple(saved)
