"""A check of the doctor, and the figures of the memory, as a row and as a card."""

from collections.abc import Iterator, Mapping

from lore.actions import Check, CheckTrend, Figures, Outcome, Overview, Result
from lore.text import counted
from lore_tui.look import Block, Row, Tone
from lore_tui.present.parts import grouped, plain

QUALITY = "quality"
"""The id of the row of figures."""
_MARKS: Mapping[Outcome, tuple[str, Tone]] = {
    Outcome.OK: ("✓ ok", Tone.GOOD),
    Outcome.SKIPPED: ("- skip", Tone.DIM),
    Outcome.WARN: ("! warn", Tone.WARN),
    Outcome.FAIL: ("✗ fail", Tone.BAD),
}
_FIGURES: Mapping[str, str] = {
    "status.active": "facts in force",
    "conventions": "conventions",
    "duplicates": "said twice",
    "contradictions": "may contradict",
    "expired": "past their date",
    "never_recalled": "never recalled",
    "tainted_waiting": "unconfirmed",
    "candidates_waiting": "proposals waiting",
    "sessions": "sessions",
    "turns": "messages",
}
_IN_SHORT: Mapping[str, str] = {
    "status.active": "in force",
    "candidates_waiting": "to review",
    "tainted_waiting": "unconfirmed",
    "never_recalled": "never recalled",
}
_MEGABYTE = 1_000_000
_SPELLS, _BAR = 5, 20
"""Times that a card lists of a check; cells of the longest bar."""


def check_row(check: Check, result: Result | None, *, asking: bool) -> Row:
    """result: None before it is known. asking: whether the doctor is at it now."""
    if result is None:
        return Row(check.id, "…" if asking else "", tag="… asks" if asking else "", name=check.title, faded=True)
    mark, tone = _MARKS[result.finding.outcome]
    return Row(check.id, result.finding.says, tag=mark, name=check.title, tone=tone)


def quality_row(figures: Figures | None) -> Row:
    """The first row: what the memory holds, in figures."""
    if figures is None:
        return Row(QUALITY, "counting …", tag="figures", name="memory", faded=True)
    now = figures.trend.today.measures
    words = [f"{now.get(name, 0):,} {words}" for name, words in _IN_SHORT.items()]
    return Row(QUALITY, " · ".join(words), tag="figures", name="memory", tone=Tone.CHOICE)


def check_card(check: Check, result: Result | None, way: str, past: CheckTrend | None = None) -> list[Block]:
    """The question, the answer, how to put it right, and when it was wrong. way: the key that does."""
    heading = [Block(check.asks, Tone.TITLE, label=None)]
    if result is None:
        return grouped(heading, [Block("not checked yet", Tone.DIM, label=None)])
    finding = result.finding
    mark, tone = _MARKS[finding.outcome]
    answer = [Block(mark, tone, "Answer"), Block(plain(finding.says))]
    fix = [Block(finding.fix, label="Fix")] if finding.fix else []
    key = [Block(way, Tone.CHOICE, "Key")] if way else []
    footing = [Block(f"{check.group} · took {result.took_ms:,.0f} ms", Tone.DIM, "Check")]
    return grouped(heading, answer, [*fix, *key], _times(past), footing)


def quality_card(figures: Figures | None, oldest: str) -> list[Block]:
    """Each figure of today, with what it was. oldest: how long the first proposal has waited."""
    heading = [Block("How good the memory is", Tone.TITLE, label=None)]
    if figures is None:
        return grouped(heading, [Block("counting …", Tone.DIM, label=None)])
    trend = figures.trend
    past = [one for one in (trend.week, trend.month) if one is not None]
    past = past[:1] if len(past) == 2 and past[0].day == past[1].day else past
    dates = "".join(f"{f'since {one.day[5:]}':>14}" for one in past)
    lines = [Block(f"{'in figures':<20}{'now':>9}{dates}", Tone.LABEL, label=None)]
    now = trend.today.measures
    for name, title in _FIGURES.items():
        value = now.get(name, 0)
        changes = "".join(f"{_change(value - one.measures.get(name, 0)):>14}" for one in past)
        lines.append(Block(f"{title:<20}{value:>9,}{changes}", label=None))
    size = Block(f"{'on disk':<20}{now.get('bytes', 0) / _MEGABYTE:>6.1f} MB", label=None)
    queue = [Block(f"the oldest proposal has waited {oldest}", Tone.WARN, label=None)] if oldest else []
    none = [] if past else [Block("trends appear a week after the first visit of the doctor", Tone.DIM, label=None)]
    return grouped(heading, [*lines, size], queue, none, *_overview(figures.overview))


def _times(past: CheckTrend | None) -> list[Block]:
    """From when until when a check was wrong, the newest first."""
    blocks: list[Block] = []
    for spell in past.spells[:_SPELLS] if past else ():
        span = f"{spell.since[:10]} to {spell.until[:10]}" if spell.until else f"since {spell.since[:10]}"
        told = f"{_MARKS[spell.outcome][0]} {span}, {counted(round(spell.days), 'day')}"
        blocks.append(Block(told, Tone.DIM, None if blocks else "Was wrong"))
    return blocks


def _overview(found: Overview) -> Iterator[list[Block]]:
    """What `lore stats` says below the trend; the year in days is Timeline, the speed stands at each search."""
    spent = found.spent
    if spent.sessions:
        less = f", {1 - spent.tokens / spent.session_tokens:.0%} less" if spent.session_tokens > spent.tokens else ""
        sources = f"reading their sources: {spent.session_tokens:,}{less}"
        given = f"{spent.tokens:,} tokens to {counted(spent.sessions, 'session')}"
        yield [Block("what it gives", Tone.LABEL, label=None), Block(given, label=None), Block(sources, label=None)]
    most = max((*found.strengths, 1))
    lines = [Block("facts in force by strength", Tone.LABEL, label=None)]
    for number, count in enumerate(found.strengths):
        span = f"{number / 10:.1f}–{(number + 1) / 10:.1f}" if number < len(found.strengths) - 1 else "1.0 and more"
        lines.append(Block(f"{span:<14}{count:>6,} {'█' * -(-count * _BAR // most)}".rstrip(), label=None))
    yield lines
    told = [
        f"{one.month}{one.proposed:>6,} proposed, {one.approved:,} approved" for one in found.months if one.proposed
    ]
    if told:
        yield [Block("proposals a month", Tone.LABEL, label=None), *(Block(line, label=None) for line in told)]


def _change(difference: int) -> str:
    return f"{difference:+,}" if difference else "="
