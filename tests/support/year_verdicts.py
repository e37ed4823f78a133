"""What a simulated year has to show, each with its figures."""

from collections.abc import Iterator
from dataclasses import dataclass

from lore import actions
from lore.memory import strengths
from lore.model import Fact, Status
from support.year_run import EVERY, Year
from support.year_topics import CORRECTED, MIGRATION, UNUSED, Topic, Version

FADES_AFTER = 100
"""Working days from which something said once has fallen below the floor: its strength halves in three days and is a
twentieth after 100 to 140 days of the calendar."""
CUE = "volcanic tile server port 7311"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One claim."""

    name: str
    holds: bool | None
    """None where so few days cannot show it."""
    figures: str

    def __str__(self) -> str:
        word = "TOO SHORT" if self.holds is None else "PASS" if self.holds else "FAIL"
        return f"{word:<10}{self.name}: {self.figures}"


def verdicts(year: Year) -> list[Verdict]:
    """All of them, in the order of the year. Asks the store as it is the morning after the last day."""
    with year.at(year.calendar.days - 1, 32.5):
        return [*_migration(year), *_unused(year), *_corrected(year), _nothing_deleted(year), _nights_twice(year)]


def _facts(year: Year, topic: Topic, version: Version) -> list[Fact]:
    """The facts of any status that say this version, of what the person said."""
    facts = year.store.facts.select(EVERY)
    return [fact for fact in facts if fact.project == topic.project and topic.version_of(fact.text) is version]


def _named(year: Year, topic: Topic, version: Version, first: int) -> tuple[int, int]:
    """In how many session starts of its project a version was given from that day on, and in how many it was not."""
    starts = [brief for day, project, brief in year.given if project == topic.project and day >= first]
    given = sum(any(topic.version_of(item.text) is version for item in brief.items) for brief in starts)
    return given, len(starts) - given


def _migration(year: Year) -> Iterator[Verdict]:
    topic, new = MIGRATION, MIGRATION.corrected
    assert new is not None
    old = _facts(year, topic, topic.first)
    active = [fact for fact in old if fact.status is Status.ACTIVE]
    value = max(strengths(year.store, active).values(), default=0.0)
    trusted = [fact for fact in active if not fact.tainted]
    said = f"{len(old)} facts, {len(trusted)} of what you said active, the strongest {value:.2f}"
    yield Verdict("the old way gives way", not trusted and bool(old), said)
    after = year.calendar.migrates + 1
    given, without = _named(year, topic, new, after)
    back, _ = _named(year, topic, topic.first, after)
    said = f"given at {given} of {given + without} later starts, the old way at {back}"
    yield Verdict("the new way wins in context", given > 0 and not without and not back, said)


def _unused(year: Year) -> Iterator[Verdict]:
    facts = _facts(year, UNUSED, UNUSED.first)
    enough = year.calendar.days >= FADES_AFTER
    status = ", ".join(fact.status for fact in facts)
    value = max(strengths(year.store, facts).values(), default=0.0)
    archived = bool(facts) and all(fact.status is Status.ARCHIVED for fact in facts)
    yield Verdict(
        "an unused fact fades", archived if enough else None, f"{status or 'it was not kept'}, strength {value:.3f}"
    )
    found = actions.search(year.engine, CUE, limit=5).hits
    hit = [hit for hit in found if hit.passage.id in {fact.id for fact in facts}]
    said = hit[0].doubt or "in force" if hit else "not found"
    yield Verdict("a strong cue finds it", bool(hit), said)


def _corrected(year: Year) -> Iterator[Verdict]:
    for topic in (*CORRECTED, MIGRATION):
        changes = year.calendar.changes_on(topic)
        assert changes is not None
        back, without = _named(year, topic, topic.first, changes + 1)
        later = [text for day, project, text in year.published if project == topic.project and day > changes]
        lines = sum(any(_says_old(topic, line) for line in text.splitlines()) for text in later)
        says = f"given at {back} of {back + without} later starts, in {lines} of {len(later)} published texts"
        yield Verdict(f"a corrected rule stays away ({topic.first.marks[0]})", not back and not lines, says)


def _says_old(topic: Topic, line: str) -> bool:
    return line.startswith("- ") and topic.version_of(line) is topic.first


def _nothing_deleted(year: Year) -> Verdict:
    gone = year.known - set(year.store.facts.ids(EVERY))
    return Verdict("nothing is deleted", not gone and bool(year.known), f"{len(year.known)} facts, {len(gone)} gone")


def _nights_twice(year: Year) -> Verdict:
    said = f"{year.repeated} nights: {'; '.join(year.changed) or 'nothing changed'}"
    return Verdict("a night run twice changes nothing", year.repeated > 0 and not year.changed, said)
