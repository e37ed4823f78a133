"""What a session of a project begins with, read from the tables of the store: one rule for hooks and for the engine.

First what a person approved or pinned, of whatever kind, within `context.budget`. Then at most `MOST` other lines
within `MOST_TOKENS`, of what holds whatever a session is about: what the person saved, what a model read in their
words, what they stated once for all. What the person saved comes first, then what was said again, then what is surest.
Nothing tainted is among it, and no wording of a model without the sentence that it rests on.
"""

from lore.lazy import TYPE_CHECKING
from lore.lookup.seals import is_sound
from lore.wording import AGAIN, LONGEST_SENTENCE, STRETCH, beside, line_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Connection = Any

BUDGET = 1_500
"""Default of `context.budget`, in tokens."""
MOST, MOST_TOKENS = 40, 1_000
"""Lines of what nobody approved (default of `context.unapproved`), and what they may cost together."""
ALL_TOKENS = 2_150
"""What all lines may cost: with its frame, a start fits into what each agent takes (`lore.handover.framing.MOST`)."""
LOOKED_AT = 120
"""Facts of a project that are looked at, approved and others apart, those of most worth: the budgets hold fewer."""
RULES = ("correction", "convention", "preference", "identity")
"""Kinds of rules, in the order in which they are given."""
DECISION = "decision"
LAYERS = ("user_project", "project", "user", "org")
"""The most specific first."""
CAN_STAND = "status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR standing = 1)"
WORTH = (
    "CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1"
    " WHEN kind IN ('convention', 'preference', 'identity') THEN 2 ELSE 3 END"
)
"""Both word for word as in the index `facts_that_stand`, or SQLite does not use it."""
_SENTENCE = "(SELECT quote FROM evidence WHERE fact = facts.id AND role = 'user' ORDER BY seq LIMIT 1)"
_WHOLE = f"""
SELECT facts.*, (SELECT count(DISTINCT session) FROM evidence WHERE fact = facts.id AND role = 'user') AS said,
    (SELECT max(at) FROM evidence WHERE fact = facts.id) AS last,
    {_SENTENCE} AS quote
FROM facts WHERE"""
_FOUND = f"""
{_WHOLE} project IS ? AND {CAN_STAND} AND {WORTH} {{which}} ORDER BY {WORTH}, confidence DESC LIMIT {LOOKED_AT}
"""
_NUMBERED = f"{_WHOLE} seq IN ({{numbers}}) AND +status = 'active' AND tainted = 0 AND (project IS NULL OR project = ?)"
"""`+` keeps SQLite from reading all that is active."""
_GONE = "what it names is gone from the repository"
_SPENT, _ONLY = "the budget is spent", "only"
_TEXTS = ("id", "text", "kind", "tier", "hash", "created_at")
_TEXTS_OR_NOTHING = ("because", "approved_at", "expires_at", "origin")
_ADDED = ("said", "last", "quote")
_RIVALS = "SELECT source, target FROM links WHERE kind = 'contradicts' AND source IN ({0}) AND target IN ({0})"
_ASKED = (
    "SELECT fact, replaces FROM candidates WHERE kind = 'question' AND status IN ('waiting', 'snoozed')"
    " AND fact IN ({0}) AND replaces IN ({0})"
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
    def sentence(self) -> str:
        """What a model's wording rests on; empty where the text is the person's, or approved."""
        is_worded = self.fact["origin"] == "read" and not self.fact["approved_at"]
        return " ".join((self.fact["quote"] or "").split()) if is_worded else ""

    @property
    def told(self) -> str:
        """What it says, a model's wording beside the sentence that it rests on."""
        said = " ".join(self.fact["text"].split())
        return beside(said, self.sentence, self.fact["last"] or self.fact["created_at"]) if self.sentence else said

    @property
    def words(self) -> str:
        """What it says, but for a capital at its beginning and a full stop at its end."""
        text = " ".join(self.fact["text"].split()).rstrip(".。")
        return text[:1].lower() + text[1:]

    @property
    def precedence(self) -> "tuple[bool, int]":
        """Which of two that say the same is given, the lower one: approval outranks layer."""
        return (not self.is_approved, LAYERS.index(self.fact["layer"]))

    def outranks(self, other: "Standing") -> bool:
        """Whether it is given alone where both contradict: only what a person approved puts another out."""
        return self.is_approved and self.precedence < other.precedence


def standing(
    connection: "Connection",
    project: "str | None",
    now: str,
    gone: "set[str]",
    *,
    budget: int = BUDGET,
    most: int = MOST,
) -> "list[Standing]":
    """Everything that could stand over sessions of a project, in the order in which it is given.

    `left` says of what is not given why.

    now: the moment, as stored. gone: facts that name a file which is gone from the repository. Others: the settings
    `context.budget`, `context.unapproved`. Raises the driver's Error.
    """
    found = list(_candidates(connection, project, now))
    _leave_out_rivals(connection, found)
    _mark_doubts(connection, [one for one in found if not one.left])
    for one in found:
        if one.id in gone and one.is_approved:
            one.doubt = _GONE
        elif one.id in gone:
            one.left = one.left or _GONE
    _keep_to_budgets(found, budget, most)
    return found


def _candidates(connection: "Connection", project: "str | None", now: str) -> "Iterator[Standing]":
    scopes = [project] if project is None else [project, None]
    for which in ("= 0", "> 0"):
        rows = [row for scope in scopes for row in _rows(connection, _FOUND.format(which=which), scope)]
        found = [Standing(row, why_it_stands(row)) for row in rows if (row["expires_at"] or "9") > now]
        yield from sorted(found, key=_worth)


def facts_numbered(connection: "Connection", numbers: "list[int]", project: "str | None") -> "list[Standing]":
    """Those of the facts with these numbers that an agent may be given in a project, in no order."""
    sql = _NUMBERED.format(numbers=", ".join(map(str, numbers)))
    return [Standing(row, "") for row in _rows(connection, sql, project)]


def _is_ours(row: "Mapping[str, Any]") -> bool:
    """Whether Lore wrote this row of a fact, and can read it: one that is damaged takes no other with it."""
    fact = {name: row[name] for name in row if name not in _ADDED}
    texts = all(isinstance(fact[name], str) for name in _TEXTS) and all(
        isinstance(fact[name], str | None) for name in _TEXTS_OR_NOTHING
    )
    return texts and isinstance(fact["confidence"], float) and fact["layer"] in LAYERS and is_sound(fact)


def _rows(connection: "Connection", sql: str, scope: "str | None") -> "Iterator[dict[str, Any]]":
    """The sound rows that a query finds."""
    cursor = connection.execute(sql, (scope,))
    names = [column[0] for column in cursor.description]
    return (row for values in cursor if _is_ours(row := dict(zip(names, values, strict=True))))


def why_it_stands(fact: "Mapping[str, Any]") -> str:
    """Why a fact stands over every session in its scope. fact: its row, with what `_FOUND` adds."""
    if fact["approved_at"]:
        return f"you approved it on {fact['approved_at'][:10]}"
    if fact["pinned"]:
        return "you pinned it"
    on = (fact["last"] or fact["created_at"])[:10]
    if fact["said"] > 1:
        return f"{AGAIN}{fact['said']} sessions"
    return f"you saved it on {on}" if fact["origin"] == "told" and not fact["said"] else f"said on {on}"


def _worth(one: Standing) -> "tuple[object, ...]":
    """What the person saved, then what was said in more sessions, then what is surest, then the newest."""
    fact = one.fact
    return (fact["origin"] != "told", -fact["said"], -fact["confidence"], -fact["seq"])


def _leave_out_rivals(connection: "Connection", found: "list[Standing]") -> None:
    """Of two that say the same words the one of less precedence, and what contradicts something that was approved.

    While a question about two is open that nobody approved, the newer one is given alone, in doubt; of two that
    contradict elsewhere both stand, the less specific one in doubt, if it is less.
    """
    known = {one.id: one for one in found}
    first: dict[str, Standing] = {}
    for one in sorted(found, key=lambda each: each.precedence):
        other = first.setdefault(one.words, one)
        if other is not one:
            one.left = f"says the same as `{other.id}`"
    for newer, older in _among(connection, _ASKED, list(known)):
        if not (known[newer].left or known[newer].is_approved or known[older].is_approved):
            known[older].left = known[older].left or f"`{newer}` may replace it: `lore review` asks"
            known[newer].doubt = f"it may replace “{known[older].words[:100]}”"
    for source, target in _among(connection, _RIVALS, list(known)):
        over, other = sorted((known[source], known[target]), key=lambda each: each.precedence)
        otherwise = f"`{over.id}` says otherwise, and"
        if over.left or other.left or over.precedence == other.precedence:
            continue
        if over.outranks(other):
            other.left = f"{otherwise} you approved it"
        else:
            other.doubt = f"{otherwise} holds for {over.fact['layer']}"


def _mark_doubts(connection: "Connection", found: "list[Standing]") -> None:
    known = {one.id: one for one in found}
    for name, at in _among(connection, _DOUBTED, list(known)):
        answered = connection.execute(_ANSWERED, (name,)).fetchone()[0]
        if at > (answered or ""):
            known[name].doubt = f"otherwise was said on {at[:10]}"


def _among(connection: "Connection", sql: str, ids: "list[str]") -> "list[tuple[Any, ...]]":
    marks = ", ".join(f"?{place}" for place in range(1, len(ids) + 1))
    return [tuple(row) for row in connection.execute(sql.format(marks), ids)] if ids else []


def _line(one: Standing, most: int = LONGEST_SENTENCE) -> str:
    fact = one.fact
    return line_of(
        fact["text"],
        one.doubt,
        "" if one.is_decision else one.why,
        fact["because"],
        fact["last"] or fact["created_at"],
        sentence=one.sentence,
        dated=one.is_decision,
        most=most,
    )


def _keep_to_budgets(found: "list[Standing]", budget: int, most: int) -> None:
    """Say of those that do not fit why, in their order: what was approved first, each within its own budget."""
    for one in found:
        one.line = _line(one, LONGEST_SENTENCE if one.is_approved else STRETCH)
        one.tokens = tokens_of(one.line) + 1
    left, approved = budget, [one for one in found if one.is_approved and not one.left]
    for one in approved:
        if one.tokens > left:
            one.left = f"{_SPENT}: it costs {one.tokens} tokens"
        else:
            left -= one.tokens
    rest = min(MOST_TOKENS, budget, ALL_TOKENS - (budget - left))
    kept: list[Standing] = []
    for one in [one for one in found if not one.is_approved and not one.left]:
        if len(kept) >= most:
            one.left = f"{_ONLY} {most} that nobody approved are given"
        elif one.tokens > rest:
            one.left = f"{_SPENT}: it costs {one.tokens} tokens"
        else:
            rest -= one.tokens
            kept.append(one)
    for one in kept:
        rest = _widened(one, rest)


def _widened(one: Standing, rest: int) -> int:
    """Let a line hold the whole sentence where there is room; what is left of the room."""
    line = _line(one)
    more = tokens_of(line) + 1 - one.tokens
    if more > rest:
        return rest
    one.line, one.tokens = line, one.tokens + more
    return rest - more
