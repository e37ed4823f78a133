"""How an event is told: in a sentence, by the fields it changed. Every front end asks here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from lore.audit import MERGE, NOTES
from lore.errors import Conflict
from lore.model import AuditEvent, SubjectKind
from lore.paths import shown
from lore.text import counted, shorten

State = Mapping[str, Any]


class Effect(Protocol):
    """Things of one kind that are no rows, such as published files."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring the thing from the state `found` to `wanted`. False where it is in `wanted` already.

        Raises Conflict where it is in neither.
        """


class CompressedFiles:
    """Memory files that `compress` shrank, which Lore did once: nothing puts them back by itself."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Raises Conflict: the command that could write it is gone."""
        raise Conflict(
            f"`{name}` was compressed, which Lore does no more: it cannot be put back by itself",
            hint=f"`lore history {name} --json` holds its text as it was",
        )


_EFFECTS: Mapping[SubjectKind, tuple[str, str]] = {
    SubjectKind.FILE: ("lore.publish.service", "PublishedFiles"),
    SubjectKind.MEMORY_FILE: ("lore.history.telling", "CompressedFiles"),
    SubjectKind.SETTINGS_FILE: ("lore.adapters.install.record", "SettingsFiles"),
    SubjectKind.TIMER: ("lore.schedule.standing", "Timers"),
}
OUTSIDE = frozenset(_EFFECTS)
"""Kinds of things that stand outside the store."""


@cache
def known_effects() -> Mapping[SubjectKind, Effect]:
    """Every effect there is, by the kind of thing that it puts back."""
    return {kind: getattr(import_module(module), name)() for kind, (module, name) in _EFFECTS.items()}


LISTED = 3
"""Files that are named."""
TITLE = 40
"""Characters of a text that name it."""
_BY_THEMSELVES = frozenset({"rev", "hash", "fingerprint"})
"""Fields that follow from the others."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One action in words."""

    noun: str
    """Follows "undo the": `archiving`."""
    past: str
    """Follows who did it: `archived`."""


_VERBS: Mapping[str, Verb] = {
    "fact.add": Verb("adding", "added"),
    "fact.edit": Verb("edit", "edited"),
    "fact.archive": Verb("archiving", "archived"),
    "fact.restore": Verb("restoring", "restored"),
    "fact.accept": Verb("acceptance", "accepted"),
    "fact.pin": Verb("pinning", "pinned"),
    "fact.unpin": Verb("unpinning", "unpinned"),
    "fact.supersede": Verb("replacement", "replaced"),
    "fact.take_back": Verb("taking back", "took back"),
    "fact.withdraw": Verb("withdrawal", "withdrew what nobody said:"),
    "fact.reinstate": Verb("return", "brought back"),
    "fact.explain": Verb("explanation", "gave the reason of"),
    "fact.check": Verb("word that it still holds", "says that it still holds:"),
    "fact.confirm": Verb("confirmation", "confirmed"),
    "fact.solve": Verb("solution", "noted the problem of"),
    "fact.close": Verb("solution", "closed"),
    "fact.reinforce": Verb("reinforcement", "reinforced"),
    "fact.consolidate": Verb("consolidation", "consolidated"),
    "fact.approve": Verb("approval", "approved"),
    "fact.reject": Verb("rejection", "rejected"),
    "evidence.add": Verb("adding", "quoted"),
    "link.add": Verb("adding", "linked"),
    "link.settle": Verb("settling", "settled"),
    "candidate.add": Verb("proposal", "proposed"),
    "candidate.approve": Verb("approval", "approved"),
    "candidate.reject": Verb("rejection", "rejected"),
    "candidate.edit": Verb("rewording", "reworded"),
    "candidate.advise": Verb("opinion of a model", "put the opinion of a model on"),
    "candidate.follow": Verb("move to another fact", "moved to another fact"),
    "candidate.withdraw": Verb("withdrawal", "withdrew"),
    "candidate.merge": Verb("merging", "merged"),
    "candidate.snooze": Verb("snoozing", "snoozed"),
    "candidate.scope": Verb("new scope", "changed the scope of"),
    "candidate.wake": Verb("return", "brought back"),
    "collection.add": Verb("adding", "added"),
    "collection.remove": Verb("removal", "removed"),
    "publish.write": Verb("publishing", "published"),
    "publish.remove": Verb("removal", "removed"),
    "memory_file.compress": Verb("compression", "compressed"),
    "setup.write": Verb("set-up", "set up"),
    "setup.remove": Verb("removal", "took its entries out of"),
    "project.add": Verb("adding", "added"),
    "project.edit": Verb("change", "changed"),
    "project.merge": Verb("merging", "merged another project into"),
    "fact.move": Verb("move", "moved to another project:"),
    "candidate.move": Verb("move", "moved to another project:"),
    "collection.move": Verb("move", "moved to another project:"),
    "session.move": Verb("move", "moved to another project:"),
    "setting.add": Verb("change", "set"),
    "setting.edit": Verb("change", "changed"),
    "folder.see": Verb("look", "saw"),
    "digest.add": Verb("writing", "wrote the digest"),
    "digest.write": Verb("writing", "wrote anew the digest"),
    "digest.remove": Verb("removal", "removed the digest"),
    "source.add": Verb("reading", "began to read"),
    "source.advance": Verb("reading", "read on in"),
    "session.add": Verb("capture", "captured"),
    "session.extend": Verb("capture", "captured more of"),
    "turns.add": Verb("capture", "captured"),
    "turns.leave": Verb("branch", "saw that you went back in"),
    "session.claim": Verb("capture", "learned that you typed what was stored as somebody's in"),
    "evidence.claim": Verb("capture", "learned that you said"),
    "session.reread": Verb("reading again", "read again what was masked in"),
    "fact.reread": Verb("reading again", "read again what was masked in"),
    "evidence.reread": Verb("reading again", "read again what was masked in"),
    "events.add": Verb("capture", "captured"),
    "docs.sync": Verb("reading", "read"),
    "doctor.run": Verb("check-up", "ran the doctor:"),
    "model.ask": Verb("question to a model", "asked a model about"),
    "session.narrate": Verb("narrative of a model", "kept what a model said of"),
    "fact.distill": Verb("change", "made a rule of"),
    "schedule.install": Verb("timer", "let the system start Lore at night with"),
    "schedule.remove": Verb("timer", "removed the nightly timer of"),
    "purge": Verb("purge", "purged"),
    "store.restore": Verb("restored backup", "went back to"),
}
THINGS: Mapping[SubjectKind, str] = {
    SubjectKind.FILE: "published file",
    SubjectKind.MEMORY_FILE: "memory file",
    SubjectKind.SETTINGS_FILE: "settings file",
    SubjectKind.TIMER: "timer",
    SubjectKind.CANDIDATE: "proposal",
    SubjectKind.FACT: "fact",
    SubjectKind.COLLECTION: "collection",
    SubjectKind.PROJECT: "project",
    SubjectKind.SETTING: "setting",
    SubjectKind.DIGEST: "digest",
    SubjectKind.STORE: "store",
}
"""In the order in which they tell most about what was done, each with the name of one of them."""
_NAMED = frozenset({SubjectKind.COLLECTION, SubjectKind.DOCUMENTS, SubjectKind.MODEL_CALL})
CAPTURED = frozenset({SubjectKind.TURNS, SubjectKind.LEFT, SubjectKind.EVENTS, SubjectKind.SOURCE, SubjectKind.SESSION})
"""What a capture writes beside facts."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that an event changed, with values that JSON can hold."""

    field: str
    before: Any
    after: Any

    @property
    def label(self) -> str:
        """The field in words: `snoozed_until` is `snoozed until`, `approved_at` is `approved`."""
        return self.field.removesuffix("_at").replace("_", " ")


def sentence(event: AuditEvent, width: int = TITLE) -> str:
    """What happened, in words that follow who did it: `archived “Use pnpm”`, `undid the approval of “Use pnpm”`.

    width: characters of the text of the thing at most.
    """
    undo, _, action = event.action.rpartition(" ")
    verb = verb_of(action)
    if undo:
        return f"{'redid' if undo == 'redo' else 'undid'} the {verb.noun} of {_thing(event, width)}"
    return f"{verb.past} {_thing(event, width)}"


def act_of(events: Sequence[AuditEvent]) -> str:
    """What these events of one unit or run did, in words that follow "undo the"."""
    kinds = {event.subject.kind for event in events}
    merged = next((event for event in events if event.action.rpartition(" ")[2] == MERGE), None)
    if merged is not None:
        return f"merging of a project into `{merged.subject.id}`"
    if all(event.is_move for event in events):
        return f"move of {counted(len(events), 'session')}"
    again = {event.subject.id for event in events if event.subject.kind is SubjectKind.WORDS}
    if again and not kinds & CAPTURED:
        return f"reading again of {counted(len(again), 'session')}"
    if kinds & CAPTURED:
        sessions = {event.subject.id for event in events if event.subject.kind is SubjectKind.SESSION}
        return f"capture of {counted(len(sessions), 'session')}"
    kind = next((kind for kind in THINGS if kind in kinds), events[0].subject.kind)
    about = [event for event in events if event.subject.kind is kind]
    noun = verb_of(about[0].action.rpartition(" ")[2]).noun
    if kind in OUTSIDE:
        return f"{noun} of {_listed([_thing(event) for event in about])}"
    names = {event.subject.id for event in about}
    return f"{noun} of {_thing(about[0]) if len(names) == 1 else counted(len(names), THINGS.get(kind, 'change'))}"


def phrase(action: str) -> str:
    """An action in two words: `fact.archive` is `archive fact`, `candidate.approve` is `approve`."""
    before, _, name = action.rpartition(" ")
    noun, _, verb = name.partition(".")
    verb = "propose" if name == "candidate.add" else verb
    return " ".join(word for word in (before, verb or noun, "" if noun == "candidate" or not verb else noun) if word)


def words_of(event: AuditEvent) -> str:
    """The words of the thing, whole: the text of a fact, a quotation, the name of a collection; else its id."""
    state = event.state
    return str(state.get("text") or state.get("quote") or state.get("name") or event.subject.id)


def differences(event: AuditEvent) -> list[Difference]:
    """The fields that an event changed; none where it made or removed the thing, or only tells."""
    if event.before is None or event.after is None:
        return []
    return [
        Difference(name, event.before.get(name), value)
        for name, value in event.after.items()
        if name not in _BY_THEMSELVES and event.before.get(name) != value
    ]


def details(event: AuditEvent) -> Mapping[str, Any]:
    """What an event says that only tells, such as a question to a model: its fields by their names in words."""
    if event.subject.kind not in NOTES or not event.after:
        return {}
    return {name.replace("_", " "): value for name, value in event.after.items() if name != "name"}


def verb_of(action: str) -> Verb:
    words = action.replace(".", " ")
    return _VERBS.get(action, Verb(words, f"{words}:"))


def _thing(event: AuditEvent, width: int = TITLE) -> str:
    if event.subject.kind in OUTSIDE:
        return shown(Path(str(event.state.get("root", ""))) / event.subject.id)
    if event.subject.kind is SubjectKind.LINK and event.state:
        return f"{event.state['source']} to {event.state['target']}"
    named = event.state.get("name") if event.subject.kind in _NAMED else None
    text = event.state.get("text") or event.state.get("quote") or named
    return f"“{shorten(str(text), width)}”" if text else event.subject.id


def _listed(names: Sequence[str]) -> str:
    first = list(dict.fromkeys(names))
    more = len(first) - LISTED
    return ", ".join(first[:LISTED]) + (f" and {more} more" if more > 0 else "")
