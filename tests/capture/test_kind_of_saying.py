"""The kind of what you save by itself: a rule is a rule, though you call it nothing."""

import pytest

from lore import actions
from lore.actions import Engine
from lore.language import kind_of_saying
from lore.model import Kind
from lore.store import Store
from support.everyday import RULES


def test_an_everyday_rule_is_no_note() -> None:
    """Tools, style, process, language, values: what is to be done, what was decided, what you like, who you are."""
    for rule in RULES:
        rules = {Kind.CONVENTION, Kind.PREFERENCE, Kind.DECISION, Kind.CORRECTION, Kind.IDENTITY, Kind.SYSTEM}
        assert kind_of_saying(rule) in rules


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Always use pnpm here, never npm.", Kind.CONVENTION),
        ("Use npm, not pnpm.", Kind.CONVENTION),
        ("Tests run with pytest -q.", Kind.CONVENTION),
        ("no inline styles", Kind.CONVENTION),
        ("nein, bitte immer deutsche Commit-Nachrichten", Kind.CORRECTION),
        ("提交前必须运行 lint", Kind.CONVENTION),
        ("We decided to keep floats, because the parser needs them.", Kind.DECISION),
        ("We switched from Jenkins to GitHub Actions.", Kind.DECISION),
        ("No, that's wrong: use pytest, not unittest.", Kind.CORRECTION),
        ("I prefer smaller pull requests.", Kind.PREFERENCE),
        ("Call me Jo.", Kind.IDENTITY),
        ("I am a backend developer and new to React.", Kind.IDENTITY),
        ("The API listens on port 9090 in production.", Kind.SYSTEM),
        ("The root cause of the flaky test was a shared temp folder.", Kind.LESSON),
        ("The staging host is host-34.", Kind.NOTE),
        ("Anna leads the payments team.", Kind.CONVENTION),
        ("The build failed yesterday because the cache was stale.", Kind.NOTE),
        ("Meeting with Ben on Thursday.", Kind.NOTE),
        ("Is Redis used for caching?", Kind.NOTE),
        ("hello world", Kind.NOTE),
        ("", Kind.NOTE),
    ],
)
def test_the_form_of_a_statement_says_its_kind(text: str, kind: Kind) -> None:
    assert kind_of_saying(text) is kind


def test_a_kind_that_is_named_wins(store: Store) -> None:
    """`--kind` and the other fields say more than the words."""
    engine = Engine(store)
    assert actions.save(engine, "Never log passwords.").fact.kind is Kind.CONVENTION
    assert actions.save(engine, "Never log tokens.", kind=Kind.NOTE).fact.kind is Kind.NOTE
    assert actions.save(engine, "Use tabs.", wrong="spaces").fact.kind is Kind.CORRECTION
    assert actions.save(engine, "Never restart twice.", problem="it hangs").fact.kind is Kind.SOLUTION
