"""Rules that a person stated in so many words, so that they need not be said twice before they are proposed.

What is such a rule, extraction decided when it was said: its kind, and that it was the person's own statement.
"""

from collections.abc import Iterable

from lore.model import RULE_KINDS, Evidence, Fact, Kind, Layer, Role

PROPOSED = frozenset(RULE_KINDS) - {Kind.IDENTITY}
"""Kinds that a project can share; who you are is yours."""


def states_rule(fact: Fact, evidence: Iterable[Evidence]) -> bool:
    """Whether a person stated a lasting rule of a project in a session. Never what a tool, a file or an agent said."""
    if fact.kind not in PROPOSED or fact.tainted or fact.layer is not Layer.USER_PROJECT:
        return False
    return any(item.role is Role.USER and item.session is not None for item in evidence)
