"""A model's wording beside the sentence of the person that it rests on: how it is told until they approve it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from lore.model import Clean, Evidence, Fact, Origin, Role
from lore.store import Store
from lore.text import one_line
from lore.wording import beside

_OFFERED = re.compile(r" would word it so: “(.+)”", re.DOTALL)


def offering(label: str, words: str) -> str:
    """What a card says of the words that a model would give to the sentence on it."""
    return f"{label} would word it so: “{words}”"


def offered_in(because: str) -> str:
    """The words that a card offers beside its own; empty where it offers none."""
    found = _OFFERED.search(because)
    return found[1] if found else ""


def is_worded(fact: Fact) -> bool:
    """Whether a model chose the words, or may have, and no person approved them."""
    return fact.origin is Origin.READ and not fact.approved_at


def sentence_behind(fact: Fact, evidence: Sequence[Evidence]) -> str:
    """What the person said that a model's wording rests on; empty where the text needs none.

    It is their first quotation, against which the wording was checked: what they said again may say it otherwise.
    """
    if not is_worded(fact):
        return ""
    return next((item.quote for item in evidence if item.role is Role.USER), "")


def beside_sentences(store: Store, facts: Sequence[Fact]) -> list[Fact]:
    """The facts as others than the person read them: what a model worded beside the sentence that it rests on."""
    worded = [fact.id for fact in facts if is_worded(fact)]
    evidence = store.facts.evidence(worded) if worded else {}
    return [_beside(fact, sentence_behind(fact, evidence.get(fact.id, ()))) for fact in facts]


def _beside(fact: Fact, sentence: str) -> Fact:
    text, said = one_line(fact.text), one_line(sentence)
    told = beside(text, said, fact.created_at or None)
    return replace(fact, text=Clean(told)) if said and told != text else fact
