"""What a session of a project begins with, read from the tables of the store: one rule for hooks and for the engine.

First what a person approved or pinned, of whatever kind, within `context.budget`. Then at most `MOST` other lines
within `MOST_TOKENS`: what the person saved, said in several sessions or stated once, decisions with their reasons.
They come in the order of what they are worth (corrections, said again, kind, how sure), not of time. Nothing tainted
is among it.
"""

from lore.lazy import TYPE_CHECKING
from lore.lookup.seals import is_sound
from lore.wording import line_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Connection = Any

BUDGET, SESSIONS, LEAST = 1_500, 2, 0.45
"""Defaults of `context.budget` in tokens, `standing.sessions` and `standing.confidence`."""
MOST, MOST_TOKENS = 15, 600
"""Lines of what nobody approved, and what they may cost together."""
LONGEST = 240
"""Characters of what a person stated once: longer ones are mostly errands and pasted texts."""
LOOKED_AT = 120
"""Facts of a project that are looked at, approved and others apart, those of most worth: the budgets hold fewer."""
RULES = ("correction", "convention", "preference", "identity")
"""Kinds that hold whatever a session is about, in the order in which they are given."""
DECISION = "decision"
LAYERS = ("user_project", "project", "user", "org")
"""The most specific first."""
CAN_STAND = (
    "status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR tier = 'semantic'"
    " OR kind IN ('correction', 'convention', 'preference', 'identity', 'decision'))"
)
WORTH = (
    "CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1"
    " WHEN kind IN ('convention', 'preference', 'identity') THEN 2 WHEN kind = 'decision' THEN 3 ELSE 4 END"
)
"""Both word for word as in the index `facts_that_stand`, or SQLite does not use it."""
_FOUND = f"""
SELECT facts.*, (SELECT count(DISTINCT session) FROM evidence WHERE fact = facts.id AND role = 'user') AS said,
    EXISTS (SELECT 1 FROM evidence WHERE fact = facts.id AND role = 'user' AND session IS NULL) AS saved,
    (SELECT max(at) FROM evidence WHERE fact = facts.id) AS last
FROM facts WHERE project IS ? AND {CAN_STAND} AND {WORTH} {{which}} ORDER BY {WORTH}, confidence DESC LIMIT {LOOKED_AT}
"""
_GONE = "what it names is gone from the repository"
_ONCE = ("said once", "you decided")
_SPENT, _ONLY = "the budget is spent", "only"
_TEXTS = ("id", "text", "kind", "tier", "hash", "created_at")
_TEXTS_OR_NOTHING = ("because", "approved_at", "expires_at")
_ADDED = ("said", "saved", "last")
_RIVALS = "SELECT source, target FROM links WHERE kind = 'contradicts' AND source IN ({0}) AND target IN ({0})"
_REPLACED = (
    "SELECT links.source, facts.text FROM links JOIN facts ON facts.id = links.target"
    " WHERE links.kind = 'leans_on' AND facts.status = 'superseded' AND links.source IN ({0})"
)
_DOUBTED = "SELECT fact, max(at) FROM accesses WHERE kind = 'doubted' AND fact IN ({0}) GROUP BY fact"
_ANSWERED = (
    "SELECT max(at) FROM (SELECT at FROM evidence WHERE fact = ?1 UNION ALL SELECT at FROM accesses WHERE fact = ?1"
    " AND kind = 'checked' UNION ALL SELECT at FROM audit WHERE target = ?1 AND action IN ('fact.edit', 'fact.check'))"
)


class Standing:
    """A fact that sessions of a project begin with, or could."""

    __slots__ = ("doubt", "fact", "left", "line", "tokens", "why")

    def __init__(self, fact: "Mapping[str, Any]", why: str) -> None:
        self.fact = fact
        """Its row in the store, by column."""
        self.why = why
        """Why it stands: "you approved it on 2026-03-12", "said once, on 2026-03-12"."""
        self.doubt = ""
        """Why it may be outdated; empty where nothing says so."""
        self.left = ""
        """Why it is not given; empty where it is."""
        self.line, self.tokens = "", 0

    @property
    def id(self) -> str:
        return str(self.fact["id"])

    @property
    def is_approved(self) -> bool:
        """Whether a person approved or pinned it: then it comes before everything else."""
        return bool(self.fact["approved_at"] or self.fact["pinned"])

    @property
    def has_no_room(self) -> bool:
        """Whether only the budget keeps it from being given."""
        return self.left.startswith((_SPENT, _ONLY))

    @property
    def is_decision(self) -> bool:
        return bool(self.fact["kind"] == DECISION)

    @property
    def words(self) -> str:
        """What it says, but for a capital at its beginning and a full stop at its end."""
        text = " ".join(self.fact["text"].split()).rstrip(".。")
        return text[:1].lower() + text[1:]

    @property
    def precedence(self) -> "tuple[bool, int]":
        """Which of two that cannot both stand is given, the lower one: approval outranks layer."""
        return (not self.is_approved, LAYERS.index(self.fact["layer"]))


def standing(
    connection: "Connection",
    project: "str | None",
    now: str,
    gone: "set[str]",
    *,
    budget: int = BUDGET,
    sessions: int = SESSIONS,
    least: float = LEAST,
) -> "list[Standing]":
    """Everything that could stand over sessions of a project, in the order in which it is given.

    `left` says of what is not given why.

    now: the moment, as stored. gone: facts that name a file which is gone from the repository. Others: the settings
    `context.budget`, `standing.sessions`, `standing.confidence`. Raises the driver's Error.
    """
    found = list(_candidates(connection, project, now, sessions, least))
    _leave_out_rivals(connection, found)
    _mark_doubts(connection, [one for one in found if not one.left])
    for one in found:
        if one.why.startswith(_ONCE) and len(one.fact["text"]) > LONGEST:
            one.left = one.left or f"you said it once, in more than {LONGEST} characters: mostly that is an errand"
        if one.id in gone and one.is_approved:
            one.doubt = _GONE
        elif one.id in gone:
            one.left = one.left or _GONE
    _keep_to_budgets(found, budget)
    return found


def _candidates(
    connection: "Connection", project: "str | None", now: str, sessions: int, least: float
) -> "Iterator[Standing]":
    scopes = [project] if project is None else [project, None]
    for which in ("= 0", "> 0"):
        rows = [row for scope in scopes for row in _rows(connection, _FOUND.format(which=which), scope)]
        found = [
            Standing(row, why)
            for row in rows
            if _is_ours({name: row[name] for name in row if name not in _ADDED}) and (row["expires_at"] or "9") > now
            if (why := why_it_stands(row, row["said"], sessions, least)) is not None
        ]
        yield from sorted(found, key=_worth)


def _is_ours(fact: "Mapping[str, Any]") -> bool:
    """Whether Lore wrote this row of a fact, and can read it: one that is damaged takes no other with it."""
    texts = all(isinstance(fact[name], str) for name in _TEXTS) and all(
        isinstance(fact[name], str | None) for name in _TEXTS_OR_NOTHING
    )
    return texts and isinstance(fact["confidence"], float) and fact["layer"] in LAYERS and is_sound(fact)


def _rows(connection: "Connection", sql: str, scope: "str | None") -> "Iterator[dict[str, Any]]":
    cursor = connection.execute(sql, (scope,))
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def why_it_stands(fact: "Mapping[str, Any]", said: int, sessions: int, least: float) -> "str | None":
    """Why an active, trusted fact stands over every session in its scope; None where it does not.

    fact: its row. said: in how many sessions the person said it.
    """
    if fact["approved_at"]:
        return f"you approved it on {fact['approved_at'][:10]}"
    if fact["pinned"]:
        return "you pinned it"
    on = (fact.get("last") or fact["created_at"])[:10]
    if fact["kind"] in RULES and said >= sessions:
        return f"said in {said} sessions"
    if fact.get("saved"):
        return f"you saved it on {on}"
    if fact["tier"] == "semantic":
        return "lasting knowledge"
    if fact["kind"] == DECISION:
        return f"you decided it on {on}"
    if fact["kind"] not in RULES or fact["layer"] != LAYERS[0] or fact["confidence"] < least:
        return None
    return f"said once, on {fact['created_at'][:10]}"


def _worth(one: Standing) -> "tuple[object, ...]":
    kind = one.fact["kind"]
    place = RULES.index(kind) if kind in RULES else len(RULES) + (kind != DECISION)
    return (
        kind != RULES[0],
        place >= len(RULES),
        -min(one.fact["said"], 2),
        place,
        -one.fact["confidence"],
        -one.fact["seq"],
    )


def _leave_out_rivals(connection: "Connection", found: "list[Standing]") -> None:
    """Of two that say the same words, or contradict, the one of less precedence; of one precedence both stand."""
    known = {one.id: one for one in found}
    first: dict[str, Standing] = {}
    for one in sorted(found, key=lambda each: each.precedence):
        other = first.setdefault(one.words, one)
        if other is not one:
            one.left = f"says the same as `{other.id}`"
    for source, target in _among(connection, _RIVALS, list(known)):
        ranked = sorted((known[source], known[target]), key=lambda each: each.precedence)
        if ranked[0].precedence != ranked[1].precedence and not any(one.left for one in ranked):
            what = "you approved it" if ranked[0].is_approved else f"it holds for {ranked[0].fact['layer']}"
            ranked[1].left = f"`{ranked[0].id}` says otherwise, and {what}"


def _mark_doubts(connection: "Connection", found: "list[Standing]") -> None:
    known = {one.id: one for one in found}
    for name, text in _among(connection, _REPLACED, list(known)):
        known[name].doubt = f"it leans on “{' '.join(text.split())[:100]}”, which was replaced"
    for name, at in _among(connection, _DOUBTED, list(known)):
        answered = connection.execute(_ANSWERED, (name,)).fetchone()[0]
        if at > (answered or ""):
            known[name].doubt = f"otherwise was said on {at[:10]}"


def _among(connection: "Connection", sql: str, ids: "list[str]") -> "list[tuple[Any, ...]]":
    marks = ", ".join(f"?{place}" for place in range(1, len(ids) + 1))
    return [tuple(row) for row in connection.execute(sql.format(marks), ids)] if ids else []


def _keep_to_budgets(found: "list[Standing]", budget: int) -> None:
    """Say of those that do not fit why, in their order: what was approved first, each within its own budget."""
    rest, lines = min(MOST_TOKENS, budget), 0
    for one in found:
        fact, why, at = one.fact, one.why, None
        if one.is_decision:
            why, at = "", fact["last"] or fact["created_at"]
        one.line = line_of(fact["text"], one.doubt, why, fact["because"], at)
        one.tokens = tokens_of(one.line) + 1
        if one.left:
            continue
        if one.is_approved:
            if one.tokens > budget:
                one.left = f"{_SPENT}: it costs {one.tokens} tokens"
            else:
                budget -= one.tokens
        elif lines == MOST:
            one.left = f"{_ONLY} {MOST} that nobody approved are given"
        elif one.tokens > rest:
            one.left = f"{_SPENT}: it costs {one.tokens} tokens"
        else:
            rest, lines = rest - one.tokens, lines + 1
