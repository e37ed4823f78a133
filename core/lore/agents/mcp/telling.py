"""What the tools answer: plain text, a line for each thing, and beside it no more than date, who said it, and id."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lore import actions
from lore.actions import Engine
from lore.model import AuditEvent, Fact, Hit, PassageType, Role, SearchResult
from lore.text import counted, one_line, shorten

if TYPE_CHECKING:  # each loads what only its tool needs
    from lore.actions import Brief, Consolidated, Decided, Examined, FactView, Figures, News, ReviewCard

NOTHING = "nothing fits"
PERSON, OWN = "the person", "agent, unconfirmed"
"""Who said a fact: somebody else's are shown to no agent but the one whose session saved them."""
LONGEST = 600
"""Characters of a message or a part of a document."""


def found(engine: Engine, answer: SearchResult) -> str:
    """The hits, best first, with what was left out or done worse."""
    lines = [line for hit in answer.hits for line in _hit(engine, hit)]
    return "\n".join([*(lines or [NOTHING]), *answer.notes])


def _hit(engine: Engine, hit: Hit) -> Iterator[str]:
    passage = hit.passage
    at = passage.happened_at or passage.at
    if passage.type is PassageType.FACT:
        yield _line(passage.text, at, _who(passage.tainted), passage.kind, actions.short_id(engine, passage.id))
    else:
        said = passage.speaker or passage.role or next(iter(passage.files), passage.type.value)
        who = PERSON if passage.role == Role.USER.value else one_line(said)[-30:]
        yield _line(shorten(passage.text, LONGEST), at, who, passage.id)
    if hit.doubt:
        yield f"  may be outdated: {hit.doubt}"


def facts(engine: Engine, listed: Iterable[Fact]) -> Iterator[str]:
    """A line for each fact."""
    for fact in listed:
        at = fact.happened_at or fact.created_at
        yield _line(fact.text, at, _who(fact.tainted), fact.kind.value, actions.short_id(engine, fact.id))


def _who(tainted: bool) -> str:
    return OWN if tainted else PERSON


def _line(text: str, at: str | None, *beside: str | None) -> str:
    return f"- {one_line(text)} ({', '.join(filter(None, ((at or '')[:10], *beside)))})"


def one(engine: Engine, view: "FactView", *, history: bool) -> str:
    """A fact with the quotations it rests on, its fields and its links; with every change, where that is asked for."""
    fact = view.fact
    fields = ("wrong", "right", "problem", "solution", "because", "expires_at", "files", "concepts", "tags")
    values = {name: getattr(fact, name) for name in fields}
    lines = [*facts(engine, [fact]), f"holds for {fact.layer.value} {fact.project or ''}, {fact.status.value}"]
    lines += [
        f"{name}: {', '.join(value) if isinstance(value, tuple) else value}" for name, value in values.items() if value
    ]
    for quote in view.evidence:
        where = ", ".join(filter(None, ((quote.at or "")[:10], quote.agent, quote.session)))
        lines.append(f"said by {_by(quote.role)}: “{one_line(quote.quote)}” ({where})")
    lines += [f"may be outdated: {view.stale}"] if view.stale else []
    lines += [f"may be outdated: contradicted on {(doubt.at or '')[:10]}" for doubt in view.doubts]
    lines += [f"{link.kind.value}: {line[2:]}" for link, other in view.linked for line in facts(engine, [other])]
    lines.append(f"rev {fact.rev}")
    return "\n".join([*lines, *(changes(view.history) if history else [])])


def _by(role: Role) -> str:
    return PERSON if role is Role.USER else role.value


def changes(events: Iterable[AuditEvent]) -> list[str]:
    """A line for each event of the log."""
    return [f"- {actions.sentence(event, LONGEST)} ({event.at[:16]}, {event.actor})" for event in events]


def brief(engine: Engine, given: "Brief") -> list[str]:
    """What a session, or a prompt, is given; each with its id."""
    said = [given.said] if given.said else []
    return [*said, *(f"{item.line} ({actions.short_id(engine, item.id)})" for item in given.items)]


def news(engine: Engine, new: "News", given: "Brief") -> list[str]:
    """What came and went since the last session, what is open, what waits; what is given anyway stands there alone."""
    known = {item.id for item in given.items}
    since = f" since {new.since[:10]}" if new.since else ""
    lines = [f"{counted(new.memories, 'fact')} here, {counted(new.rules, 'rule')}"]
    for head, listed in ((f"new{since}", new.added), (f"gone{since}", new.retired), ("open", new.open)):
        lines += (
            [f"{head}:", *told] if (told := list(facts(engine, [one for one in listed if one.id not in known]))) else []
        )
    return [*lines, *waiting(new.waiting)]


def waiting(count: int) -> list[str]:
    """What an agent may tell the person, and when."""
    if not count:
        return []
    wait = "1 proposal waits" if count == 1 else f"{count} proposals wait"
    return [f"{wait} for the person: call `memory_review` at a pause, or they type `lore review`"]


def examined(done: "Examined") -> str:
    """What is wrong, each with its next step, and what was repaired."""
    report = done.report
    lines = [
        f"- {one.check.title}: {one.finding.says}" + (f" (fix: {one.finding.fix})" if one.finding.fix else "")
        for one in report.wrong
    ]
    lines += [f"repaired: {one.failure or f'{one.count} {one.does}'}" for one in report.repairs]
    well = sum(one.finding.outcome.value == "ok" for one in report.results)
    return "\n".join([f"{counted(well, 'check')} well, {len(report.wrong)} not", *lines, *report.notes])


def figures(measured: "Figures") -> str:
    """The figures that are not 0, with what they were a week ago."""
    today, week = measured.trend.today, measured.trend.week
    before = week.measures if week else {}
    lines = [
        f"{name.replace('_', ' ')}: {value:,}"
        + (f" ({before[name]:,} on {week.day})" if week and name in before else "")
        for name, value in today.measures.items()
        if value
    ]
    return "\n".join(lines or ["nothing is stored yet"])


def consolidated(done: "Consolidated") -> str:
    """What each step changed, or would change."""
    report = done.report
    lines = [
        f"{step.name}: {report.counts[step.name]}, {step.sentence}" for step in done.steps if report.counts[step.name]
    ]
    head = ["dry run, nothing written"] if done.dry_run else []
    return "\n".join([*head, *(lines or ["nothing to change"]), *report.notes, *waiting(report.waiting)])


def decided(engine: Engine, done: "Decided", left: int) -> str:
    """What the person decided, and what else that did."""
    lines = []
    for one in done.decisions:
        lines.append(
            f"{one.candidate.status.value}: {one_line(one.fact.text)} ({actions.short_id(engine, one.fact.id)})"
        )
        lines += [f"because {one.candidate.reason}"] if one.candidate.reason else []
        lines += actions.aftermath(one, lambda name: actions.short_id(engine, name))
    lines += [f"left: {error.message}" for error in done.left.values()]
    return "\n".join([*lines, *waiting(left)])


def card(waits: "ReviewCard") -> str:
    """A proposal; of one with warnings not what it says, for no person has confirmed it."""
    if waits.risks:
        return f"{waits.candidate.kind.value} {waits.candidate.id}"
    return f"{waits.candidate.kind.value} {waits.candidate.id}: {one_line(waits.candidate.text)}"


def saved(engine: Engine, action: str, fact: Fact, others: Sequence[tuple[str, Sequence[Fact]]] = ()) -> list[str]:
    """What became of a fact that was saved, and of others."""
    lines = [f"{action}: {one_line(fact.text)} ({_who(fact.tainted)}, {actions.short_id(engine, fact.id)})"]
    return lines + [f"{head}: {line[2:]}" for head, each in others for line in facts(engine, each)]
