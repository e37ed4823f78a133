"""A prompt is given a brief where a goal begins and where the topic leaves it, and never because it answers."""

from collections.abc import Sequence

import pytest

from lore.handover import Talk, goals

Case = tuple[str, str]

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
        ("Move the parser of invoices to a real grammar.", "first"),
        ("We decided to keep the old output format until the next release.", ""),
        ("From now on write every migration with a rollback script and a comment.", ""),
        ("Always use guard let over force unwrap in the iOS client of the shop.", ""),
        ("I prefer smaller pull requests with one commit for each change.", ""),
        ("We decided on Postgres. Now build the settings page of the admin console with dark mode.", "topic"),
        ("Remember that releases are cut on Tuesdays by the platform team.", ""),
    ),
    (
        ("Never push to main without a review of the platform team.", ""),
        ("Add retries with exponential backoff to the HTTP client", "first"),
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

LEFT_OUT: Sequence[Sequence[Case]] = (
    (
        ("Our webhook receiver drops events when GitHub retries within the same second, find out why", "first"),
        ("the retries have the same delivery id", ""),
        ("so dedupe by delivery id and keep them for a day", ""),
        ("please commit", ""),
        ("Set up Renovate for the mobile monorepo with grouped minor updates", "topic"),
        ("group the React Native packages separately", ""),
        ("dependabot must be removed then", ""),
    ),
    (
        ("good morning", ""),
        ("I want a dark theme for the settings screen", "first"),
        ("contrast of the toggle is too low", ""),
        ("what colour does the toggle have in the light theme?", ""),
        ("thanks, that is it. Next topic: users in Japan see dates in American order", "topic"),
        ("the locale comes from the browser", ""),
        ("ship it", ""),
    ),
    (
        ("Write a migration which splits full_name into first and last name", "first"),
        ("what happens to names with three parts?", ""),
        ("put the rest into last name", ""),
        ("Terraform plan wants to destroy the staging bucket, tell me which change caused that", "topic"),
        ("revert that change", ""),
        ("did anybody touch the bucket policy?", ""),
        ("back to the migration: full_name may be null for invited users", "topic"),
    ),
    (
        ("/model opus", ""),
        ("Reduce the cold start of the Lambda that resizes images", "first"),
        ("is sharp bundled twice?", ""),
        ("use layers for sharp", ""),
        ("measure it again with 512 MB", ""),
        ("ok. unrelated: the README badge for coverage is broken", "topic"),
        ("the badge should link to codecov", ""),
    ),
    (
        ("Warum schlägt der Login mit SSO nach dem Update fehl?", "first"),
        ("im Log steht invalid audience", ""),
        ("nein, die audience ist richtig konfiguriert", ""),
        ("jetzt zu etwas anderem: die Rechnungs-PDFs brauchen ein neues Logo", "topic"),
        ("das Logo liegt im Ordner assets", ""),
    ),
    (
        ("Investigate the memory leak in the websocket gateway", "first"),
        ("heap snapshots are in /tmp/heap", ""),
        ("compare the second and the third snapshot", ""),
        ("looks like listeners are never removed from the gateway", ""),
        ("Draft release notes for customers about the new export formats, two paragraphs", "topic"),
        ("less technical", ""),
    ),
)
"""Labelled before anybody looked what becomes of them, and nothing was changed for them since."""


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: str(talk[0][0])[:24])
def test_a_brief_comes_where_a_person_would_say_that_the_goal_changed(talk: Sequence[Case]) -> None:
    state = Talk("claude-code", "s", {})
    assert [(prompt, state.hear(prompt)[0]) for prompt, _ in talk] == list(talk)


def test_what_the_agent_answered_and_changed_belongs_to_the_goal() -> None:
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


def test_of_talks_that_nothing_was_fitted_to_nearly_all_are_decided_as_labelled() -> None:
    """39 prompts of six talks; with those above, 75 are labelled."""
    assert sum(map(len, TALKS)) + sum(map(len, LEFT_OUT)) >= 75
    found = []
    for talk in LEFT_OUT:
        state = Talk("claude-code", "s", {})
        found += [(prompt, why, state.hear(prompt)[0]) for prompt, why in talk]
    wrong = [one for one in found if one[1] != one[2]]
    assert len(found) == 39
    assert len(wrong) <= 3, wrong
