"""The log by acts: an act is what one undo takes back, a run or a unit of no run, told in one line."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lore.history.past import Past
from lore.history.telling import CAPTURED, THINGS, TITLE, sentence, verb_of
from lore.model import NOTES, AuditEvent, SubjectKind
from lore.store import ActTally, Store
from lore.text import counted

NEWEST_ACTS = 100_000
"""Events that acts are made of: the newest of the log."""
SHOWN = 3
"""Parts of an act that its line names."""
_OTHER_THINGS: Mapping[SubjectKind, str] = {
    SubjectKind.SESSION: "session",
    SubjectKind.EVIDENCE: "quotation",
    SubjectKind.LINK: "link",
    SubjectKind.TURNS: "session with messages",
    SubjectKind.LEFT: "session that was gone back in",
    SubjectKind.WORDS: "session with words",
    SubjectKind.EVENTS: "session with commands",
    SubjectKind.SOURCE: "transcript",
    SubjectKind.MODEL_CALL: "model call",
    SubjectKind.DOCTOR: "check-up",
    SubjectKind.DOCUMENTS: "collection",
}
_NAMED: Mapping[SubjectKind, str] = {**THINGS, **_OTHER_THINGS}
_ORDER = {kind: place for place, kind in enumerate(_NAMED)}


@dataclass(frozen=True, slots=True)
class Act:
    """One act, and what it did, most telling first."""

    id: str
    """The run, or the number of the unit."""
    run: str | None
    run_kind: str | None
    """Such as `capture`; None of a unit of no run."""
    actor: str
    at: str
    """When it ended."""
    events: int
    newest: int
    """The number of its last event."""
    tallies: tuple[ActTally, ...]
    stands: bool
    """Whether something of it is left to undo."""

    @property
    def kinds(self) -> frozenset[SubjectKind]:
        """The sorts of things it changed."""
        return frozenset(one.kind for one in self.tallies)

    @property
    def parts(self) -> tuple[str, ...]:
        """Everything it did, counted: `archived 4 facts`."""
        return tuple(map(_counted, self.tallies))


def acts_of(store: Store, *, newest: int = NEWEST_ACTS) -> list[Act]:
    """The acts among the newest events, newest first. It reads all of them: ask in a worker."""
    past = Past(store, None)
    grouped = groupby(store.statistics.acts(newest=newest), key=lambda one: one.act)
    return [_act(name, sorted(tallies, key=_weight), past) for name, tallies in grouped]


def things_named(kind: SubjectKind) -> str:
    """A sort of thing in the plural: `proposals`."""
    return _plural(2, kind)


def told(act: Act, event: Callable[[int], AuditEvent], width: int = TITLE) -> str:
    """What an act did, in words that follow who did it: `rejected 4 proposals`.

    event: reads one event. width: characters of the text of a single thing at most.
    """
    lead = act.tallies[0]
    captured = _captured(act.tallies)
    if captured:
        return _by_run(act, captured)
    if lead.things == 1:
        return _by_run(act, sentence(event(lead.newest), width))
    return _by_run(act, ", ".join(act.parts[:SHOWN]) if _is_machine(act) else act.parts[0])


def _act(name: str, tallies: Sequence[ActTally], past: Past) -> Act:
    last = max(tallies, key=lambda one: one.newest)
    only_told = all(one.kind in NOTES for one in tallies)
    stands = not only_told and any(not past.is_reversed(one.unit) for one in tallies)
    return Act(
        name,
        last.run if name == last.run else None,
        last.run_kind if name == last.run else None,
        last.actor,
        last.at,
        sum(one.events for one in tallies),
        last.newest,
        tuple(tallies),
        stands,
    )


def _weight(tally: ActTally) -> tuple[int, int, int]:
    return _ORDER.get(tally.kind, len(_ORDER)), -tally.things, tally.newest


def _is_machine(act: Act) -> bool:
    return act.run_kind is not None and act.actor != "person"


def _by_run(act: Act, words: str) -> str:
    """What a machine did is told by the name of its run."""
    return f"{act.run_kind}: {words}" if _is_machine(act) and act.run_kind != act.actor else words


def _captured(tallies: Iterable[ActTally]) -> str:
    """`1,216 facts from 179 sessions` of a capture; empty for any other act and for its undo."""
    found = [one for one in tallies if " " not in one.action]
    if not any(one.kind in CAPTURED for one in found):
        return ""
    sessions = max(one.things for one in found if one.kind in CAPTURED)
    facts = sum(one.things for one in found if one.action == "fact.add")
    what = counted(facts, "fact") if facts else "messages"
    return f"{what} from {counted(sessions, 'session')}"


def _counted(tally: ActTally) -> str:
    undo, _, action = tally.action.rpartition(" ")
    things = f"{tally.things:,} {_plural(tally.things, tally.kind)}"
    verb = verb_of(action)
    if undo:
        return f"{'redid' if undo == 'redo' else 'undid'} the {verb.noun} of {things}"
    return f"{'made' if action == 'candidate.add' else verb.past.rstrip(':')} {things}"


def _plural(number: int, kind: SubjectKind) -> str:
    """The name of so many things of a sort: `session with messages`, `sessions with messages`."""
    noun, _, rest = _NAMED.get(kind, "change").partition(" with ")
    return f"{noun}{'' if number == 1 else 's'}{f' with {rest}' if rest else ''}"
