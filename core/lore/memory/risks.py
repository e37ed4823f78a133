"""What a person has to acknowledge, by name and card by card, before a candidate becomes a convention."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lore.errors import NeedsConfirmation, NeedsPerson
from lore.intake import review_warnings
from lore.memory.wordings import Door, sentence_behind, shut_doors
from lore.model import Candidate, CandidateKind, Evidence, Fact, Layer, Role
from lore.presence import Person, Way

TAINTED = "tainted"
EVERYWHERE = "everywhere"
_ORIGINS: Mapping[Role, str] = {
    Role.ASSISTANT: "an assistant said it",
    Role.TOOL: "a tool printed it",
    Role.FILE: "it was read from a file",
    Role.IMPORT: "it was imported",
    Role.WEB: "it comes from a web page",
}


@dataclass(frozen=True, slots=True)
class Risk:
    """One warning of a card."""

    id: str
    """What acknowledges it: `--even-if tainted`."""
    text: str
    """A plain sentence."""


def risks_of(candidate: Candidate, fact: Fact, evidence: Sequence[Evidence] = ()) -> tuple[Risk, ...]:
    """The warnings of a candidate, most serious first. evidence: what the fact rests on: where its taint is from.

    A question has none: an answer makes no convention. Of a statement it is what is asked whether somebody confirms it.
    """
    if candidate.kind is CandidateKind.QUESTION:
        return ()
    risks = [Risk(name, text) for name, text in review_warnings(candidate.text).items()]
    if doors := _doors(candidate, fact, evidence):
        risks += [Risk(door.name.lower(), f"the model's wording: {door.value}") for door in doors]
    elif fact.tainted and candidate.kind is not CandidateKind.STATEMENT:
        risks.append(Risk(TAINTED, f"no person has confirmed it: {origin(evidence)}"))
    if candidate.layer in (Layer.USER, Layer.ORG):
        risks.append(Risk(EVERYWHERE, "it would hold in every project"))
    return tuple(risks)


def _doors(candidate: Candidate, fact: Fact, evidence: Sequence[Evidence]) -> Sequence[Door]:
    """What speaks against the wording that a model gave to a sentence of the person's."""
    sentence = sentence_behind(fact, evidence)
    if not (sentence and fact.tainted and candidate.text == fact.text):
        return ()
    return shut_doors(fact.text, sentence, sentence, fact.project or "") or (Door.ASSENT,)


def origin(evidence: Sequence[Evidence]) -> str:
    """Where tainted evidence comes from, in words: "an assistant said it, it was read from a file"."""
    roles = {item.role for item in evidence}
    known = [words for role, words in _ORIGINS.items() if role in roles]
    return ", ".join(known) or "it was said by an assistant, or read from a tool, a file, an import or a web page"


def insist(
    by: Person,
    name: str,
    risks: Sequence[Risk],
    acknowledged: Collection[str],
) -> None:
    """Raises NeedsConfirmation with every warning of the card `name` that `by` did not acknowledge.

    Raises NeedsPerson for a person who cannot have read the card.
    """
    if risks and not by.may_take_risks:
        raise NeedsPerson(
            f"`{name}` has warnings ({_named(risks)}): decide on it by itself",
            hint=f"`lore review show {name}` shows it",
        )
    open_risks = [risk for risk in risks if risk.id not in acknowledged]
    if open_risks:
        sentences = "; ".join(risk.text for risk in open_risks)
        flags = " ".join([*(f"--even-if {risk.id}" for risk in open_risks), *(["--yes"] if by.way is Way.WORD else [])])
        raise NeedsConfirmation(
            f"`{name}` needs a look first: {sentences}",
            hint=f"`lore review show {name}` shows it; `lore review approve {name} {flags}` takes it all the same",
        )


def _named(risks: Sequence[Risk]) -> str:
    return ", ".join(risk.id for risk in risks)
