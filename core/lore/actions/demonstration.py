"""The bundled sessions through the whole pipeline, in a store that is thrown away."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lore.actions.engine import Engine
from lore.actions.history import log
from lore.actions.projects import list_projects, set_project
from lore.model import Role, Session, Status, Turn
from lore.presence import PERSON, deciding_for_show

if TYPE_CHECKING:
    from lore.memory import ReviewCard


_ACTS = {
    "candidate.approve": "approved",
    "candidate.reject": "rejected",
    "candidate.merge": "merged",
    "candidate.snooze": "snoozed",
    "publish.write": "published",
    "fact.add": "wrote",
    "fact.edit": "edited",
    "fact.archive": "archived",
}
"""Acts that a person decides on, in a word."""


@dataclass(frozen=True, slots=True)
class DemoStory:
    """What the demo tells: sessions, what a reader noted in them, and one that had to do without."""

    sessions: tuple[tuple[Session, tuple[Turn, ...]], ...]
    """The sessions of the shop in their order, with what the person said in each that is remembered."""
    cards: "tuple[ReviewCard, ...]"
    """What the reader worded and waits for the person, of most worth first; `ReviewCard.said` is the person's."""
    without: tuple[Turn, Turn]
    """Of a session that knew nothing: what the agent did, and what the person had to say to that."""


def demo_sessions() -> Path:
    """The folder of the bundled sessions."""
    from lore.demo import transcripts

    return transcripts()


def demo_moment() -> str:
    """The time at which the demo takes place: the day after the last bundled session."""
    from lore.demo import NOW

    return NOW


def demo_project() -> str:
    """The project whose sessions the demo tells about."""
    from lore.demo import SHOP

    return SHOP


def build_demo(engine: Engine) -> None:
    """Capture, index and consolidate the bundled sessions in an empty store."""
    from lore.demo import build

    build(engine.store, engine.reporter)
    engine.reporter.stage("")


def tell_demo(engine: Engine) -> DemoStory:
    """Let a recorded reader read the sessions of the shop in an empty store, and tell what came of it."""
    from lore.demo import SHOP, read
    from lore.memory import is_of_fact, queue, review_card
    from lore.store import SessionFilter

    store = engine.store
    read(store, engine.reporter)
    engine.reporter.stage("")
    sessions = sorted(store.sessions.select(SessionFilter(project=SHOP)), key=lambda one: one.started_at or "")

    def counts(turn: Turn) -> bool:
        facts = store.facts.resting_on(turn.session, turn.source_id)
        return turn.role is Role.USER and any(fact.status is Status.ACTIVE for fact in facts)

    talks = [(one, tuple(store.sessions.turns(one.id))) for one in sessions]
    cards = [review_card(store, name) for name in queue(store) if not is_of_fact(name)]
    cards = [one for one in cards if one.said]
    corrected = cards[0].evidence[0].evidence
    turns = next(turns for one, turns in talks if one.id == corrected.session)
    place = next(place for place, turn in enumerate(turns) if turn.source_id == corrected.source_id)
    said = tuple((one, tuple(turn for turn in turns if counts(turn))) for one, turns in talks)
    return DemoStory(said, tuple(cards), (turns[place - 1], turns[place]))


def decide_demo(engine: Engine, cards: "tuple[ReviewCard, ...]") -> None:
    """Approve cards of the demo. It counts nowhere: the store is thrown away."""
    from lore.memory import approve

    for card in cards:
        risks = [risk.id for risk in card.risks]
        approve(engine.store, card.candidate.id, by=deciding_for_show(), acknowledged=risks)


def house_demo(engine: Engine, folder: Path) -> tuple[Path, ...]:
    """Give every project of the demo a folder below this one, so that its conventions can be published there."""
    made = []
    for key in sorted(list_projects(engine).facts):
        place = folder / key.strip("/").replace("/", "-")
        place.mkdir(parents=True, exist_ok=True)
        set_project(engine, key, place)
        made.append(place)
    return tuple(made)


def acts_of_person(engine: Engine, after: int) -> dict[str, int]:
    """What a person decided since an event of the log, in words such as `approved`, each with how often.

    What was undone is left out, and so is what followed from an act by itself.
    """
    done = [event for event in log(engine, actor=PERSON).events if event.seq > after]
    undone = {event.undoes for event in done if event.undoes is not None}
    acts = [event for event in done if event.undoes is None and event.unit not in undone and event.action in _ACTS]
    return dict(Counter(_ACTS[event.action] for event in acts))
