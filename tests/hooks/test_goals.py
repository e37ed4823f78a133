"""A prompt is given a brief where a goal begins and where the topic leaves it, and never because it answers."""

from collections.abc import Sequence

import pytest

from lore.handover import Talk, goals

Case = tuple[str, str]
"""A prompt, and why it is given a brief."""

TALKS: Sequence[Sequence[Case]] = (
    (
        ("Move the session store from Redis to Postgres, without losing a session", "first"),
        ("yes", ""),
        ("keep the old session table for a week", ""),
        ("why did you drop the index?", ""),
        ("ok, now let's switch to the billing page: invoices show the wrong currency", "topic"),
        ("the currency comes from the customer, not from the invoice", ""),
        ("looks good, commit it", ""),
    ),
    (
        ("hi", ""),
        ("The login form forgets the password manager's value in Firefox", "first"),
        ("still broken in Firefox, the field is empty after submit", ""),
        ("Generate a changelog for release 2.4 from the merged pull requests", "topic"),
        ("also mention the contributors of this release", ""),
        ("no, sorted by date", ""),
    ),
    (
        ("Add retries with exponential backoff to the HTTP client", "first"),
        ("use jitter", ""),
        ("the backoff should stop after five retries of the client", ""),
        ("new task: translate the onboarding emails into German", "topic"),
        ("formal address, please", ""),
        ("something else: why does the nightly build take two hours?", "topic"),
    ),
    (
        ("/clear", ""),
        ("!ls -la", ""),
        ("continue", ""),
        ("Profile the importer: large CSV files take ten minutes to load", "first"),
        ("it is the CSV parser, not the database", ""),
        ("go ahead", ""),
        ("and what about the memory of the importer?", ""),
        ("Rename the package from acme-tools to acme everywhere including documentation", "topic"),
    ),
    (
        ("Der Export nach PDF verliert die Umlaute in Überschriften", "first"),
        ("ja, genau", ""),
        ("auch im Inhaltsverzeichnis vom PDF", ""),
        ("neue Aufgabe: Anmeldung über LDAP einrichten", "topic"),
    ),
    (
        ("fix the flaky test in test_scheduler.py", "first"),
        ("run it fifty times", ""),
        ("can you look into why the Docker image grew to two gigabytes since Tuesday?", "topic"),
        ("the Docker image should stay below five hundred megabytes", ""),
        ("try again", ""),
    ),
)


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: str(talk[0][0])[:24])
def test_a_brief_comes_where_a_person_would_say_that_the_goal_changed(talk: Sequence[Case]) -> None:
    state = Talk("claude-code", "s", {})
    assert [(prompt, state.hear(prompt)[0]) for prompt, _ in talk] == list(talk)


def test_what_the_agent_answered_and_changed_belongs_to_the_goal() -> None:
    """A prompt that only names what the agent brought up goes on with it."""
    state = Talk("claude-code", "s", {})
    state.hear("Why does the nightly build fail?")
    prompt = "Pin the setuptools wheel to version seventy and rebuild the vendored archive"
    assert goals.change_of_goal(prompt, state.goal, state.terms, compacted=False) == goals.TOPIC
    state.heard.append("The vendored archive was built with a setuptools wheel that no longer exists.")
    assert state.hear(prompt)[0] == goals.GOES_ON


def test_a_compaction_is_followed_by_one_brief_whatever_is_said() -> None:
    state = Talk("claude-code", "s", {})
    state.hear("Move the session store from Redis to Postgres")
    state.keep_for_later()
    assert [state.hear(prompt)[0] for prompt in ("go on", "go on")] == [goals.COMPACTED, goals.GOES_ON]


def test_a_prompt_of_any_length_is_decided_in_milliseconds() -> None:
    """Pasted logs are looked at up to 4,000 characters."""
    state = Talk("claude-code", "s", {})
    assert state.hear("lorem ipsum dolor " * 100_000)[0] == goals.FIRST
    assert len(state.terms) < 10
