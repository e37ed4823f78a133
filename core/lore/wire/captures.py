"""What was read of transcripts and kept of the work, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Captured, CheckpointKept, Gained, Watching

if TYPE_CHECKING:
    from lore.capture import AgentHeard, CapturedFact, CaptureSummary, Refused


def captured(outcome: Captured, *, shown: bool) -> dict[str, object]:
    """`capture`. shown: also each fact with its words, and each sentence that was refused, where there are any."""
    lists: dict[str, list[dict[str, object]]] = {
        "found": [_found(one) for one in outcome.found] if shown else [],
        "refused": [_refused(refused) for refused in outcome.refused],
    }
    return {
        **_summary(outcome.summary),
        **{name: entries for name, entries in lists.items() if entries},
        "replaced": [fact.id for fact in outcome.replaced],
    }


def _summary(summary: "CaptureSummary") -> dict[str, object]:
    return {
        "files": summary.files,
        "unchanged": summary.unchanged,
        "bytes": summary.bytes,
        "sessions": summary.sessions,
        "turns": summary.turns,
        "events": summary.events,
        "facts": dict(summary.facts),
        "reinforced": summary.reinforced,
        "taken_back": summary.taken_back,
        "warnings": summary.warnings,
        "unread": summary.unread,
        "unembedded": summary.unembedded,
        "failed": summary.failed,
        "foreign": list(summary.foreign),
        "elsewhere": [{"folder": elsewhere.folder, "project": elsewhere.project} for elsewhere in summary.elsewhere],
        "heard": [heard(one) for one in summary.heard],
        "seconds": summary.seconds,
        "run": summary.run,
    }


def heard(one: "AgentHeard") -> dict[str, object]:
    """Who was heard of one agent."""
    return {
        "agent": one.agent,
        "sessions": one.sessions,
        "yours": one.yours,
        "agents": one.agents,
        "programs": one.programs,
        "nowhere": list(one.nowhere),
        "unread": one.unread,
        "release": one.release,
        "known": one.known,
        "unknown": dict(one.unknown),
    }


def _found(fact: "CapturedFact") -> dict[str, object]:
    return {
        "action": fact.action,
        "kind": fact.fact.kind.value,
        "text": fact.fact.text,
        "session": fact.evidence.session,
        "source_id": fact.evidence.source_id,
        "role": fact.evidence.role.value,
        "quote": fact.evidence.quote,
    }


def _refused(refused: "Refused") -> dict[str, object]:
    return {
        "session": refused.session,
        "source_id": refused.source_id,
        "role": refused.role.value,
        "sentence": refused.verdict.sentence,
        "reason": refused.verdict.reason,
    }


def gained(growth: Gained) -> dict[str, object]:
    """`capture --watch`, a line for each session that gained something."""
    session = growth.session
    return {
        "session": session.id,
        "agent": session.agent,
        "project": session.project,
        "run": growth.run,
        "turns": growth.turns,
        "events": growth.events,
        "facts": growth.facts,
        "replaced": [fact.id for fact in growth.replaced],
    }


def watched(outcome: Watching) -> dict[str, object]:
    """`capture --watch`, the line at the end."""
    done = outcome.done
    return {
        "sessions": done.sessions,
        "turns": done.turns,
        "events": done.events,
        "facts": done.facts,
        "left": done.left,
    }


def checkpoint(outcome: CheckpointKept) -> dict[str, object]:
    """`checkpoint`."""
    fact = outcome.fact
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "action": outcome.action,
        "text": fact.text,
        "problem": fact.problem,
        "solution": fact.solution,
        "files": list(fact.files),
        "concepts": list(fact.concepts),
        "session": outcome.session.id if outcome.session else None,
        "project": fact.project,
        "tainted": fact.tainted,
    }
