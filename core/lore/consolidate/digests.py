"""Digests: sessions become weeks after seven days, weeks become months after thirty, and all that is raw is kept.

One step, which may be stopped anywhere: each digest holds a stamp of what it was made of, so the next call writes only
those whose stamp is another one. A line keeps its source and its author from the session to the month.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice, zip_longest

from lore import clock
from lore.capture import MOST_WORDS, fitting, session_lines
from lore.config import in_force, registry as settings
from lore.consolidate.context import Context
from lore.consolidate.step import Unit
from lore.errors import StoreError
from lore.model import Digest, DigestLine, DigestSpan, Session, written
from lore.publish import keep_page, projects_with_pages
from lore.store import Store, Transaction
from lore.text import text_hash

TOGETHER = 200
"""Digests that are made before any of them is written."""
_Period = tuple[str | None, datetime, datetime]
"""A project, and the first moment of a week or month with that of the next."""


@dataclass(frozen=True, slots=True)
class WriteDigest:
    """Write a digest, or write it anew."""

    wanted: Digest
    says: str

    @property
    def fact(self) -> str:
        """The id of the digest; empty where there is none yet."""
        return self.wanted.id

    def apply(self, store: Store, transaction: Transaction) -> bool:
        wanted = self.wanted
        if not wanted.id:
            if wanted.session and store.digests.of_session(wanted.session):
                return False
            store.digests.add(transaction, wanted)
            return True
        if not store.digests.many([wanted.id]):
            return False
        fields = ("project", "starts_at", "ends_at", "text", "lines", "sources", "tainted", "stamp")
        store.digests.update(transaction, wanted.id, **{name: getattr(wanted, name) for name in fields})
        return True


@dataclass(frozen=True, slots=True)
class RemoveDigest:
    """Remove the digest of a time of which nothing is left: what it told was taken back, or is of another project."""

    fact: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        if not store.digests.many([self.fact]):
            return False
        store.digests.remove(transaction, self.fact)
        return True


def digest(context: Context, unit: Unit) -> list[WriteDigest | RemoveDigest]:
    """The next digests that are due and not as they should be: first of sessions, then of weeks, then of months.

    A week is told once its sessions are, so the step is planned again until nothing is left.
    """
    now, rules = _moment(context.now), in_force(context.store)
    week, month = timedelta(days=rules[settings.DIGEST_WEEK]), timedelta(days=rules[settings.DIGEST_MONTH])
    due = (
        _of_sessions(context.store, context.now),
        _of_periods(context.store, DigestSpan.WEEK, DigestSpan.SESSION, _week_of, now - week),
        _of_periods(context.store, DigestSpan.MONTH, DigestSpan.WEEK, _month_of, now - month),
    )
    return next((group for changes in due if (group := [*islice(changes, TOGETHER)])), [])


def _of_sessions(store: Store, now: str) -> Iterator[WriteDigest]:
    for due in store.digests.undigested(now):
        session = store.sessions.get(due.session)
        lines = session_lines(store, due.session)
        if lines:
            starts = session.started_at or now
            ends = session.ended_at or starts
            yield _written(DigestSpan.SESSION, session.project, starts, ends, lines, due.stamp, due.digest, session)


def _of_periods(
    store: Store, span: DigestSpan, below: DigestSpan, period_of: Callable[[datetime], tuple[datetime, datetime]],
    until: datetime,
) -> Iterator[WriteDigest | RemoveDigest]:  # fmt: skip
    """The digests of all weeks or months that ended before `until`."""
    parts: defaultdict[_Period, list[Digest]] = defaultdict(list)
    for part in reversed(store.digests.select(below)):
        parts[part.project, *period_of(_moment(part.starts_at))].append(part)
    there = {(one.project, one.starts_at): one for one in store.digests.select(span)}
    for (project, first, end), of in parts.items():
        known = there.pop((project, clock.stamp(first)), None)
        stamp = text_hash("|".join(f"{part.id} {part.hash}" for part in of))
        if end <= until and (known is None or known.stamp != stamp):
            lines = gathered([part.told() for part in of])
            times = (clock.stamp(first), clock.stamp(end))
            yield _written(span, project, *times, lines, stamp, known.id if known else None)
    for gone in there.values():
        yield RemoveDigest(gone.id, f"nothing is left of the {span} of {gone.starts_at[:10]}")


def gathered(parts: Sequence[Sequence[DigestLine]]) -> list[DigestLine]:
    """The lines of several digests as one: the first of each, then the second of each, and the same once."""
    turns = (line for several in zip_longest(*parts) for line in several if line)
    once = {(line.source, line.text): line for line in turns}
    return fitting(once.values(), MOST_WORDS)


def _written(
    span: DigestSpan, project: str | None, starts: str, ends: str, lines: Sequence[DigestLine], stamp: str,
    known: str | None, session: Session | None = None,
) -> WriteDigest:  # fmt: skip
    digest = Digest(
        span=span,
        project=project,
        starts_at=starts,
        ends_at=ends,
        text=written(lines),
        lines=tuple(line.kept() for line in lines),
        sources=tuple(line.source for line in lines),
        tainted=any(line.tainted for line in lines),
        session=session.id if session else None,
        stamp=stamp,
        id=known or "",
    )
    told = f"session {session.id}" if session else f"the {span} of {starts[:10]}"
    return WriteDigest(digest, f"{told}: {len(lines)} lines")


def _moment(time: str) -> datetime:
    moment = clock.parse(time)
    if moment is None:
        raise StoreError(f"`{time}` is not a valid time", hint="run `lore doctor`")
    return moment


def _week_of(moment: datetime) -> tuple[datetime, datetime]:
    """From Monday to Monday, UTC."""
    day = datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    first = day - timedelta(days=day.weekday())
    return first, first + timedelta(days=7)


def _month_of(moment: datetime) -> tuple[datetime, datetime]:
    """The month in which most days of the week that begins at this moment lie."""
    most = moment + timedelta(days=3)
    first = datetime(most.year, most.month, 1, tzinfo=UTC)
    later = first + timedelta(days=31)
    return first, datetime(later.year, later.month, 1, tzinfo=UTC)


# MEMORY.md of each project, written anew after everything that changed its facts


def write_pages(context: Context) -> int:
    """Write the pages in the data folder that are not as they should be. Returns how many."""
    store = context.store
    return sum(
        keep_page(store, store.folder, project, _in_scope(context, project)) for project in projects_with_pages(store)
    )


def _in_scope(context: Context, project: str) -> list[str]:
    """The active facts of a project and of the person everywhere, as the step found them."""
    return [name for (key, _), names in context.ids.items() if key in (project, None) for name in names]
