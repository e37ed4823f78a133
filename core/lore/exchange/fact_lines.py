"""The lossless form: one fact a line, with its evidence, links, uses and history."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lore import clock
from lore.errors import BadInput
from lore.intake import clean
from lore.memory import strengths
from lore.model import Clean, Evidence, Fact, Layer, LinkKind, Role, Status, Tier, kind_of
from lore.store import FactFilter, Store

SCHEMA = 1
PAGE = 500
EVERY_STATUS = tuple(Status)
_PLAIN_FIELDS = (
    "text", "confidence", "project", "tainted", "pinned", "approved_at", "wrong", "right", "problem", "solution",
    "created_at", "happened_at", "expires_at", "hash", "rev",
)  # fmt: skip
_NAME_FIELDS = ("kind", "status", "tier", "layer")
_LIST_FIELDS = ("tags", "concepts", "files")


def export_facts(store: Store, wanted: FactFilter | None = None) -> Iterator[dict[str, Any]]:
    """Every fact that passes the filter (default: of any status), oldest first, as the objects of fact lines."""
    ids = store.facts.ids(wanted or FactFilter(statuses=EVERY_STATUS), newest_first=False)
    for start in range(0, len(ids), PAGE):
        yield from fact_objects(store, store.facts.many(ids[start : start + PAGE]))


def fact_objects(store: Store, facts: Sequence[Fact]) -> Iterator[dict[str, Any]]:
    """These facts as the objects of fact lines."""
    names = [fact.id for fact in facts]
    values = strengths(store, facts)
    evidence, usage = store.facts.evidence(names), store.facts.usage(names)
    uses = store.facts.uses(names)
    for fact in facts:
        yield {
            "schema": SCHEMA,
            "id": fact.id,
            **{name: getattr(fact, name) for name in _PLAIN_FIELDS},
            **{name: getattr(fact, name).value for name in _NAME_FIELDS},
            **{name: list(getattr(fact, name)) for name in _LIST_FIELDS},
            "strength": round(values[fact.id], 4),
            "accesses": usage[fact.id].accesses,
            "sessions": usage[fact.id].sessions,
            "evidence": [_evidence_object(item) for item in evidence[fact.id]],
            "links": [
                {"kind": link.kind.value, "to": link.target}
                for link in store.facts.links(fact.id)
                if link.source == fact.id
            ],
            "uses": uses[fact.id],
            "history": [
                {"at": event.at, "actor": event.actor, "action": event.action}
                for event in reversed(store.audit.select(target=fact.id))
            ],
        }


def _evidence_object(item: Evidence) -> dict[str, Any]:
    return {
        "session": item.session,
        "source_id": item.source_id,
        "role": item.role.value,
        "agent": item.agent,
        "at": item.at,
        "quote": item.quote,
    }


def fact_from(line: Mapping[str, Any]) -> tuple[Fact, list[Evidence]]:
    """The fact and the evidence of a fact line. Raises BadInput, naming the field that cannot be read."""
    try:
        fact = Fact(
            id=str(line["id"]),
            text=clean(_text(line, "text")),
            kind=kind_of(line["kind"]),
            status=Status(line["status"]),
            tier=Tier(line["tier"]),
            layer=Layer(line["layer"]),
            project=line.get("project"),
            confidence=_share(line["confidence"]),
            tainted=bool(line["tainted"]),
            pinned=bool(line.get("pinned")),
            approved_at=clock.normalise(line.get("approved_at")),
            tags=_cleaned(line.get("tags")),
            wrong=_optional(line, "wrong"),
            right=_optional(line, "right"),
            problem=_optional(line, "problem"),
            solution=_optional(line, "solution"),
            concepts=_cleaned(line.get("concepts")),
            files=_cleaned(line.get("files")),
            created_at=clock.normalise(line["created_at"]) or clock.now(),
            happened_at=clock.normalise(line.get("happened_at")),
            expires_at=clock.normalise(line.get("expires_at")),
            rev=int(line.get("rev", 1)),
        )
        return fact, [_evidence_from(item) for item in line.get("evidence", [])]
    except KeyError as error:
        raise BadInput(f"the field {error} is missing") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise BadInput(str(error)) from error


def _evidence_from(item: Mapping[str, Any]) -> Evidence:
    return Evidence(
        quote=clean(_text(item, "quote")),
        session=item.get("session"),
        source_id=item.get("source_id"),
        role=Role(item.get("role", Role.IMPORT.value)),
        agent=item.get("agent"),
        at=clock.normalise(item.get("at")),
    )


def links_of(line: Mapping[str, Any]) -> list[tuple[LinkKind, str]]:
    """The links of a fact line. Raises BadInput for a kind that does not exist."""
    try:
        return [(LinkKind(item["kind"]), str(item["to"])) for item in line.get("links", [])]
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"a link cannot be read: {error}") from error


def uses_of(line: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The recorded uses of a fact line. Raises BadInput where one cannot be read."""
    uses = line.get("uses", [])
    if not isinstance(uses, list) or not all(isinstance(use, dict) and "kind" in use and "at" in use for use in uses):
        raise BadInput("`uses` cannot be read")
    return uses


def _text(values: Mapping[str, Any], name: str) -> str:
    text = values[name]
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"`{name}` must be text")
    return text


def _share(value: object) -> float:
    number = float(str(value))
    if not 0 <= number <= 1:
        raise ValueError("`confidence` must be between 0 and 1")
    return number


def _optional(values: Mapping[str, Any], name: str) -> Clean | None:
    return clean(_text(values, name)) if values.get(name) else None


def _cleaned(values: object) -> tuple[Clean, ...]:
    if values is None:
        return ()
    if not isinstance(values, list):
        raise ValueError("a list of texts was expected")
    return tuple(clean(str(value)) for value in values)
