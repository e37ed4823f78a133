"""Every public shape of JSON, one line each. `docs/formats.md` describes them, golden files hold them.

A line names what is told of a thing: `name`, a field of it; `name=one.other`, a field of a field by a name of its own,
of each where there are many; `*field`, what is told of that among its own; `name?`, left out where it is empty;
`name(…)`, what is told of it, where that is not the line of its class. What no field holds, `_MADE` makes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lore.brief import brief
from lore.model import PassageType

if TYPE_CHECKING:
    from lore.actions import Captured, FactView, MaskedList, ReviewCard, SetUp, Synced, Trial

Shape = dict[str, Any]

_LINES: Mapping[str, str] = {
    # facts, and what was done to them by hand
    "Fact": "id text confidence band project tainted pinned origin standing approved_at wrong right problem solution "
    "because created_at happened_at expires_at hash rev kind status tier layer tags concepts files",
    "FactView": "schema *fact strength accesses=usage.accesses sessions=usage.sessions stale doubts(at session words) "
    "evidence links(kind to=target) uses history(at actor action)",
    "Evidence": "session source_id role agent at quote",
    "Explained": "policy parts weight faded fades_at",
    "Saved": "id=fact.id action text=fact.text changed others replaces=retired.id disputed=disputed.id alike=alike.id",
    "Moved": "facts=facts.id unchanged",
    "Superseded": "old=old.id new=new.id text=new.text retired=retired.id",
    "Proposed": "candidates(id fact text)",
    "CheckpointKept": "id=fact.id kind=fact.kind action text=fact.text problem=fact.problem solution=fact.solution "
    "files=fact.files concepts=fact.concepts session=session.id project=fact.project tainted=fact.tainted",
    "PurgeReport": "rows backups",
    "Masked": "kind *text(id field session) title at *text(fact) around today",
    # review
    "ReviewCard": "*candidate(id kind text fact layer project because) consequence otherwise "
    "*candidate(corrections sessions rev) tainted=fact.tainted worded=is_worded evidence=evidence.evidence "
    "warnings=risks.text risks=risks.id replaces=candidate.replaces similar(*fact(id text))",
    "Decided": "decisions(candidate=candidate.id kind=candidate.kind status=candidate.status reason=candidate.reason "
    "fact=fact.id text=fact.text stays replaced=retired(id text)) left",
    "Snoozed": "candidates=candidates.id until",
    "Candidate": "id layer project rev",
    "Held": "facts=facts.id",
    # what an agent is given
    "Brief": "items tokens left_out said",
    "BriefItem": "id type text=told doubt band kind section because at session source_id "
    "evidence(session source_id quote role)",
    "Receipt": "items(*item why tokens=item.tokens given_at=at taken_up) tokens left_out withheld message_tokens "
    "session_tokens",
    "Standing": "*fact(id text layer) given why meets(*fact(id text layer) wins stands same)",
    "HookState": "in_use waiting oldest_seconds sessions=talks off faults",
    "HeedList": "conventions=heeds(*fact(id text) given taken_up first_given before after heeded=is_heeded advice)",
    "Instructions": "text",
    # search, sessions, documents
    "SearchResult": "query took_ms mode notes unconfirmed hits",
    "Hit": "*passage(id type kind text) short *passage(because layer project session source_id at) by score strength "
    "status=passage.status doubt tainted=passage.tainted messages=messages.id explain",
    "Sessions": "sessions",
    "Session": "id agent project cwd title started_at ended_at parent",
    "Conversation": "session turns(source_id role at text) events",
    "Event": "kind source_id at name detail",
    "Told": "session=session.id intent decisions outcomes lessons open by",
    "Timeline": "session=session.id steps",
    "Turn": "kind=role source_id at text",
    "Digests": "digests",
    "Digest": "id span project session starts_at ends_at tainted text lines",
    "DigestLine": "heading text source tainted",
    "Categories": "categories=overviews",
    "CategoryOverview": "*category(name description words kinds seeded summary) facts leading(id text)",
    "Collection": "id name path project code created_at",
    "Collections": "collections=held(*collection documents parts changed_at there)",
    "Removed": "*collection",
    "Synced": "collections=reports(collection files unchanged parts left_out warnings documents)",
    "Parts": "documents",
    "Document": "path format modified_at",
    "Chunk": "id heading first last text",
    # what came in
    "Captured": "*summary found? refused?(session source_id role *verdict(sentence reason)) replaced=replaced.id",
    "CaptureSummary": "files unchanged bytes sessions turns events facts reinforced taken_back warnings unread "
    "unembedded failed foreign elsewhere(folder project) heard seconds run",
    "AgentHeard": "agent sessions yours agents programs nowhere unread release known unknown",
    "CapturedFact": "action kind=fact.kind text=fact.text *evidence(session source_id role quote)",
    "Gained": "session=session.id agent=session.agent project=session.project run turns events facts "
    "replaced=replaced.id",
    "Watching": "*done(sessions turns events facts left)",
    "Distilling": "with=way.label sessions=waiting(session=session.id *request(messages left_out tokens)) tokens "
    "read left notes(id=fact.id action *fact(kind layer text) *note(note=text quote) tainted=fact.tainted proposed) "
    "refused(*note(note=text quote) reason) run=done.run projects_left_out=left_out projects_named=named",
    "ReaderState": "answer=agreement.answer with=agreement.way.label waiting given_up not_read=apart reading "
    "questions_today=asked_today questions_a_day=a_day tokens_today problem again "
    "readers=figures newest",
    "Reader": "with=label read failed tokens notes kept refused",
    "Reading": "session at with=label tokens notes kept failed run",
    "Imported": "file *summary(run added reinforced known rejected approved not_approved) replaced=replaced.id",
    "Migrated": "*summary replaced=replaced.id found?",
    "MigrationSummary": "added reinforced known proposed skipped left_out unreadable kinds run is_whole",
    "Taken": "action *fact(kind text layer project) *evidence(session source_id quote)",
    # the state of the memory
    "Examined": "*report(at outcome checks=results repairs(check does count failure) backup run notes) "
    "replaced=replaced.id",
    "Result": "*check(id group title asks) *finding(outcome says fix) took_ms",
    "HealthHistory": "first changes checks=trends(id=check title now spells(outcome since until))",
    "Figures": "*trend(day=today.day now=today.measures week month) *overview",
    "DailyFigures": "day measures",
    "Overview": "tokens=spent(sessions given=tokens of_messages=message_tokens of_sessions=session_tokens) "
    "searches=speed strengths duplicates contradictions never_recalled(facts=part of=whole) "
    "candidates=months(month proposed approved rejected) days",
    "Speed": "timed=searches per_second",
    "DayTally": "learnt approved forgotten sessions",
    "Consolidated": "run dry_run *report(counts changes=applied(step fact says retired) notes waiting) "
    "replaced=replaced.id",
    "Night": "due busy=is_busy events consolidated backup wrong news",
    "Schedule": "timer hour last due news",
    "Events": "events",
    "AuditEvent": "seq installation number at actor action subject(kind id) before after unit run undoes",
    "Reversal": "done act actor at unit run events(id=seq action *subject(kind target=id))",
    # the store, its projects, models and agents
    "StorePlace": "home database exists",
    "Backups": "backups",
    "Backup": "name at reason size sha256 schema facts",
    "ProjectHere": "*project(key reason root aliases) facts lookalikes",
    "ProjectsInUse": "projects",
    "MergedProjects": "former into facts sessions candidates collections run",
    "ProjectFile": "root path project kind state told",
    "ProjectPage": "project page path text edited current=is_current",
    "Publishing": "project=plan.project root conventions=plan.conventions files=plan.targets stale",
    "Target": "path step drift diff",
    "Models": "models(name dimension megabytes licence in_use)",
    "ModelState": "in_use switching_to",
    "ModelProgress": "name kind url dimension embedded passages",
    "SetUpPlan": "agents=agents.name project files",
    "PlannedFile": "path=record.place agents=asked step problem hint diff",
    "AgentStatus": "agent=agent.name title=agent.title found=is_here state files foreign(tool what) traps=agent.traps",
    "Trial": "agent what took_ms fault",
}
"""The name of a class, or of a line that another one names → what is said of it."""


def _in_text(name: str) -> Callable[[Any], object]:
    """A field that is a text, as null where it is empty."""
    return lambda one: getattr(one, name) or None


def _rounded(name: str, digits: int) -> Callable[[Any], object]:
    return lambda one: None if (value := getattr(one, name)) is None else round(value, digits)


def _each_rounded(name: str, digits: int) -> Callable[[Any], object]:
    return lambda one: {key: round(value, digits) for key, value in getattr(one, name).items()}


_MADE: Mapping[str, Callable[[Any], object]] = {
    "FactView.schema": lambda one: 1,
    "FactView.strength": _rounded("strength", 4),
    "FactView.links": lambda one: [link for link in one.links if link.source == one.fact.id],
    "Explained.parts": _each_rounded("parts", 6),
    "Explained.weight": _rounded("weight", 6),
    "Saved.others": lambda one: [fact.id for fact in one.retired or one.disputed],
    "Masked.title": lambda one: None,
    "Masked.at": lambda one: None,
    "Decided.left": lambda one: [{"candidate": name, "because": error.message} for name, error in one.left.items()],
    "Brief.left_out": lambda one: len(one.left_out),
    "Brief.said": _in_text("said"),
    "Receipt.left_out": lambda one: 0,
    "HookState.oldest_seconds": _rounded("oldest_s", 1),
    "SearchResult.took_ms": _rounded("took_ms", 1),
    "Hit.short": lambda one: brief(one.passage.text) if one.passage.type is PassageType.FACT else None,
    "Hit.score": _rounded("score", 4),
    "Hit.strength": _rounded("strength", 4),
    "Hit.explain": _each_rounded("explain", 4),
    "Told.by": _in_text("by"),
    "Digest.lines": lambda one: one.told(),
    "Parts.documents": lambda one: [
        {"collection": one.names[document.collection], **of(document), "parts": chunks}
        for document, chunks in one.documents
    ],
    "Chunk.id": lambda one: PassageType.CHUNK.id_of(one.seq),
    "Distilling.read": lambda one: one.done.read if one.done else 0,
    "Distilling.left": lambda one: one.done.left if one.done else len(one.waiting),
    "Distilling.notes": lambda one: one.done.kept if one.done else (),
    "Distilling.refused": lambda one: one.done.refused if one.done else (),
    "ReaderState.waiting": lambda one: len(one.waiting),
    "ReaderState.reading": lambda one: dict(zip(("done", "of"), one.progress, strict=True)) if one.progress else None,
    "ReaderState.problem": _in_text("problem"),
    "ReaderState.again": _in_text("again"),
    "Reader.refused": _rounded("refused", 3),
    "Reading.failed": _in_text("failed"),
    "MigrationSummary.left_out": lambda one: [{"reason": reason, "text": text} for reason, text in one.left_out],
    "Result.took_ms": _rounded("took_ms", 1),
    "Speed.per_second": _rounded("per_second", 1),
    "Overview.days": lambda one: dict(sorted(one.days.items())),
    "Consolidated.run": lambda one: None if one.dry_run else one.report.run,
    "ProjectPage.page": lambda one: "memory",
    "ProjectHere.lookalikes": lambda one: [{"key": one.was, "why": one.said}] if one.was else [],
    "ProjectsInUse.projects": lambda one: [{"key": key, "facts": count} for key, count in one.facts.items()],
    "Publishing.stale": lambda one: [{"id": fact.id, "text": fact.text, "why": why} for fact, why in one.stale],
    "Target.diff": lambda one: one.diff(),
    "ModelState.switching_to": lambda one: (
        {**of(one.coming), "running": one.coming.running, "failure": one.coming.failure} if one.coming else None
    ),
    "PlannedFile.diff": lambda one: one.diff(),
}
"""The name of a line and of what stands in it → how it is made of the thing."""


def of(outcome: object) -> Shape:
    """What an action returned, as JSON. Raises KeyError where its class has no line."""
    return _told(outcome, _parts(type(outcome).__name__), type(outcome).__name__)


def captured(outcome: "Captured", *, shown: bool) -> Shape:
    """`capture`. shown: also each fact with its words."""
    return of(outcome if shown else replace(outcome, found=()))


def synced(outcome: "Synced", *, dry_run: bool) -> Shape:
    """`docs add`, `docs sync`."""
    return {"dry_run": dry_run, **of(outcome)}


def setup_done(done: "SetUp", trials: "Iterable[Trial]") -> Shape:
    """`lore setup`, also with `--remove`."""
    written = [str(file.record.place) for file in done.written]
    return {**of(done.plan), "run": done.run, "written": written, "trials": [of(trial) for trial in trials]}


def fact_list(views: "Sequence[FactView]", unconfirmed: int = 0) -> Shape:
    """`lore facts`: each fact with its short form. unconfirmed: how many more an agent is not shown."""
    return {"facts": [{**of(view), "short": brief(view.fact.text)} for view in views], "unconfirmed": unconfirmed}


def masked(outcome: "MaskedList", limit: int) -> Shape:
    """`lore masked`, with so many of the markers."""
    return {
        "counts": dict(outcome.counts),
        "masked": [
            {**of(one), "title": session.title if session else None, "at": session.started_at if session else None}
            for one in outcome.found[:limit]
            for session in (outcome.sessions.get(one.text.session or ""),)
        ],
        "more": max(0, len(outcome.found) - limit),
    }


def queue(cards: "Iterable[ReviewCard]", more: int, stated: Mapping[str | None, Sequence[str]]) -> Shape:
    """`lore review`, `lore review list`.

    more: how many wait behind these. stated: what agents stated, by project, and these do not hold.
    """
    agents = [{"project": project, "statements": len(ids)} for project, ids in stated.items()]
    return {"candidates": [of(card) for card in cards], "more": more, "agents": agents}


class _Part(NamedTuple):
    name: str
    of_field: str
    is_spliced: bool
    may_be_left_out: bool
    inner: "tuple[_Part, ...] | None" = None


@cache
def _parts(line: str) -> tuple[_Part, ...]:
    return _read(iter(re.findall(r"[^\s()]+|[()]", _LINES[line])))


def _read(words: Iterator[str]) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    for word in words:
        if word == ")":
            break
        if word == "(":
            parts[-1] = parts[-1]._replace(inner=_read(words))
        else:
            name, _, field = word.strip("*?").partition("=")
            parts.append(_Part(name, field or name, word.startswith("*"), word.endswith("?")))
    return tuple(parts)


def _told(thing: Any, parts: Sequence[_Part], line: str = "") -> Shape:
    """What parts of a line say of a thing. line: its name, where it has one."""
    told: Shape = {}
    for part in parts:
        make = _MADE.get(f"{line}.{part.name}")
        value = _plain(make(thing) if make else _field(thing, part.of_field.split(".")), part.inner)
        if part.is_spliced:
            told |= value
        elif value or not part.may_be_left_out:
            told[part.name] = value
    return told


def _field(thing: Any, names: Sequence[str]) -> Any:
    """A field of a field, of each where there are many, of none where there is none."""
    if thing is None or not names:
        return thing
    if isinstance(thing, tuple | list):
        return [_field(one, names) for one in thing]
    return _field(getattr(thing, names[0]), names[1:])


def _plain(value: Any, parts: Sequence[_Part] | None = None) -> Any:
    """A value as JSON has it. parts: what is told of it, where that is not the line of its class."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | Path):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(one, parts) for key, one in value.items()}
    if isinstance(value, Iterable):
        return [_plain(one, parts) for one in value]
    return _told(value, parts) if parts else of(value)
