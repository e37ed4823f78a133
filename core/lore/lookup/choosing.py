"""What of the facts that passed the gate a session is given: nothing it has, nothing it said, within the budget."""

MOST = 5
"""Facts that a prompt recalls, at most."""
LONGEST_PROMPT = 4_000
"""Characters of a prompt that are looked at: more is a pasted plan or a log."""


class Passed:
    """A fact that passed the gate."""

    __slots__ = ("chance", "id", "sessions", "text", "tokens")

    def __init__(self, name: str, text: str, chance: float, tokens: int, sessions: "list[str | None]") -> None:
        """sessions: of everything that it rests on. tokens: what its line costs of a budget."""
        self.id, self.text, self.chance, self.tokens, self.sessions = name, text, chance, tokens, sessions


def chosen(
    passing: "list[Passed]", prompt: str, known: "set[str]", session: "str | None", budget: int
) -> "tuple[list[Passed], list[tuple[Passed, str]]]":
    """What is given, the surest first, and what is left out with the reason.

    known: what the session has already. What it alone said, and what the prompt itself says, is neither.
    """
    given: list[Passed] = []
    left: list[tuple[Passed, str]] = []
    said = _words(prompt)
    for one in sorted(passing, key=lambda each: (-each.chance, each.id)):
        if one.id in known or _is_own(one, session) or f" {_words(one.text)} " in f" {said} ":
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
    return session is not None and bool(one.sessions) and all(each == session for each in one.sessions)


def _words(text: str) -> str:
    return " ".join("".join([sign if sign.isalnum() else " " for sign in text.casefold()]).split())
