"""What of the passages that passed the gate a session is given: nothing it has, nothing it said, within the budget."""

MOST = 5
"""Items that a prompt recalls, at most."""
LONGEST_PROMPT = 4_000
"""Characters of a prompt that are looked at: more is a pasted plan or a log."""


class Passed:
    """A passage that passed the gate."""

    __slots__ = ("chance", "id", "is_fact", "quotes", "session", "source", "tokens")

    def __init__(
        self,
        name: str,
        chance: float,
        tokens: int,
        *,
        is_fact: bool,
        said: "tuple[str | None, str | None]",
        quotes: "list[tuple[str | None, str | None]]",
    ) -> None:
        """said: session and message of a message. quotes: the same of everything that a fact rests on. tokens: what
        its line costs of a budget."""
        self.id, self.chance, self.tokens, self.is_fact = name, chance, tokens, is_fact
        self.session, self.source = said
        self.quotes = quotes


def chosen(
    passing: "list[Passed]", known: "set[str]", session: "str | None", budget: int
) -> "tuple[list[Passed], list[tuple[Passed, str]]]":
    """What is given, the surest first, and what is left out with the reason.

    known: what the session has already. Facts that it alone said, and messages behind a fact among these, are neither.
    """
    told = {quote for one in passing for quote in one.quotes}
    given: list[Passed] = []
    left: list[tuple[Passed, str]] = []
    for one in sorted(passing, key=lambda each: (-each.chance, each.id)):
        if one.id in known or _is_own(one, session) or (not one.is_fact and (one.session, one.source) in told):
            continue
        if len(given) == MOST:
            left.append((one, f"only {MOST} are given"))
        elif one.tokens > budget:
            left.append((one, f"the budget is spent: it costs {one.tokens} tokens"))
        else:
            budget -= one.tokens
            given.append(one)
    return given, left


def _is_own(one: Passed, session: "str | None") -> bool:
    """Whether this session said it, and nobody else did."""
    if not one.is_fact:
        return one.session == session
    return session is not None and bool(one.quotes) and all(quote[0] == session for quote in one.quotes)
