"""The lossless form: one fact a line, with its evidence, links, uses and history."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lore import clock
from lore.errors import BadInput
from lore.intake import fits, mark, travelling_key
from lore.memory import strengths
from lore.model import Evidence, Fact, Layer, LinkKind, Origin, Role, Status, Tier, kind_of
from lore.store import SEAL, FactFilter, Store
from lore.transfer.fields import Fields

SCHEMA = 1
PAGE = 500
EVERY_STATUS = tuple(Status)
_PLAIN_FIELDS = (
    "text", "confidence", "project", "tainted", "pinned", "origin", "standing", "approved_at", "wrong", "right",
    "problem", "solution", "because", "created_at", "happened_at", "expires_at", "hash", "rev",
)  # fmt: skip
_NAME_FIELDS = ("kind", "status", "tier", "layer")
_LIST_FIELDS = ("tags", "concepts", "files")
_TAKEN_OVER = ("id", *_PLAIN_FIELDS, *_NAME_FIELDS, *_LIST_FIELDS, "evidence", "links", "uses")
"""What an import reads of a line, and what the seal of a line is put on; the rest follows from it."""
_LATER = frozenset({"because", "origin", "standing"})
"""Fields that lines of older releases lack, and so their seals."""
_REQUIRED = ("kind", "status", "tier", "layer", "confidence", "tainted", "created_at")


def export_facts(store: Store, wanted: FactFilter | None = None) -> Iterator[dict[str, Any]]:
    """Every fact that passes the filter (default: of any status), oldest first, as the objects of fact lines.

    Each carries the seal of this installation, by which an import knows its own lines again.
    """
    ids = store.facts.ids(wanted or FactFilter(statuses=EVERY_STATUS), newest_first=False)
    key = travelling_key(store.folder)
    for start in range(0, len(ids), PAGE):
        for line in fact_objects(store, store.facts.many(ids[start : start + PAGE])):
            yield {**line, SEAL: mark(key, _sealed(line))}


def is_own(store: Store, line: Mapping[str, Any]) -> bool:
    """Whether this installation exported a line, and nobody changed it since."""
    return SEAL in line and fits(travelling_key(store.folder), _sealed(line), line[SEAL])


def _sealed(line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: line.get(name) for name in _TAKEN_OVER if name in line or name not in _LATER}


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
                for event in reversed(store.audit.select(subject=fact.id))
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
    """The fact and the evidence of a fact line; an id of another form than ours is left out.

    Raises BadInput, naming the field that is missing or of another type.
    """
    if line.get("schema", SCHEMA) != SCHEMA:
        raise BadInput(f"`schema` is not {SCHEMA}: the line is of another Lore")
    if line.get("text") is None:
        raise BadInput("`text` is missing (or `fact`, in lines of other tools)")
    fields = Fields(line)
    fields.require(*_REQUIRED)
    fact = Fact(
        id=fields.fact_id("id"),
        text=fields.text("text"),
        kind=fields.name("kind", kind_of),
        status=fields.name("status", Status),
        tier=fields.name("tier", Tier),
        layer=fields.name("layer", Layer),
        project=fields.optional("project"),
        confidence=fields.share("confidence"),
        tainted=fields.flag("tainted"),
        pinned=fields.flag("pinned", default=False),
        origin=fields.name("origin", Origin) if line.get("origin") is not None else None,
        standing=fields.flag("standing", default=False),
        approved_at=fields.time("approved_at"),
        tags=fields.texts("tags"),
        wrong=fields.optional("wrong"),
        right=fields.optional("right"),
        problem=fields.optional("problem"),
        solution=fields.optional("solution"),
        because=fields.optional("because"),
        concepts=fields.texts("concepts"),
        files=fields.texts("files"),
        created_at=fields.time("created_at") or clock.now(),
        happened_at=fields.time("happened_at"),
        expires_at=fields.time("expires_at"),
        rev=fields.count("rev", 1),
    )
    return fact, [_evidence_from(item) for item in fields.objects("evidence")]


def _evidence_from(item: Fields) -> Evidence:
    return Evidence(
        quote=item.text("quote"),
        session=item.optional("session"),
        source_id=item.source_id(),
        role=item.name("role", Role, Role.IMPORT),
        agent=item.optional("agent"),
        at=item.time("at"),
    )


def links_of(line: Mapping[str, Any]) -> list[tuple[LinkKind, str]]:
    """The links of a fact line, each with the id it leads to. Raises BadInput for one that cannot be read."""
    return [(item.name("kind", LinkKind), item.text("to")) for item in Fields(line).objects("links")]


def uses_of(line: Mapping[str, Any]) -> list[Mapping[str, str | None]]:
    """The recorded uses of a fact line. Raises BadInput where one cannot be read."""
    return [_use(item) for item in Fields(line).objects("uses")]


def _use(item: Fields) -> dict[str, str | None]:
    item.require("at")
    return {"session": item.optional("session"), "kind": item.text("kind"), "at": item.time("at")}
