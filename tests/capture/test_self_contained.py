"""A fact can be read on its own, or it is none; its code, paths, names and marks stand as they were typed."""

import re
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from lore.capture.extraction.statement import NAMES, Context, names_project, plain, self_contained

NAMED = (
    "`runs/**/index.jsonl`", "Time_parser.py", "time_parser.py", "getUser", "#523", "src/lib/a_b.ts", "--no-verify",
    "`**kwargs`", "`a  b`", "~/.tool/config.toml", "npm", "docs/*.md", "`__init__`", "*.env",
)  # fmt: skip
LEADING = ("", "no, ", "ok so ", "Please note that ", "- ", "1. ", "* ", "## ", "yes. ", "Also, ")
FRAMES = ("{} must never be edited by hand", "we keep {} out of the repository.", "the job reads **only** {} at night")
POINTING = (
    "aren't configured yet.",
    "Does not support Windows paths at all.",
    "Uses pre-built binaries, which needs no compiler.",
    "Requires the Go toolchain on every machine.",
    "before you go doing that, we need to pull in the latest main.",
    "This must be rebuilt before each release.",
    "It is owned by the platform team.",
    "That's owned by the platform team.",
    "They must not be edited.",
    "These should be real times in the DB.",
    "Without this the build breaks on Windows.",
    "In that case the cache is served.",
    "The fix was to rebuild the index.",
    "The issue is a stale cache.",
    "Otherwise the release job fails.",
    "Don't use it for tests.",
    "Keep them out of the repository.",
    "This approach breaks on Windows.",
    "Which is why the cache is never shared.",
    "She wants it in blue.",
    "That query never matches the index.",
    "Those last two manual steps belong in the workflow.",
    "Both are started by the supervisor.",
    "The practical answer is: it only watches the queue.",
    "We want to put it in the message container.",
    "The protocol does not apply to them.",
    "The entire command should handle that automatically for the user.",
    "Every release of the parser depends on this.",
)
SPOILT = (
    "3, but enabled by default.",
    "b, and keep the old name for now.",
    "The root cause is the following:",
    "Always run these commands:",
    "we should also keep..",
    "The cache holds the last …",
    "Use option 2 for all new tables.",
    "As described above the cache is shared.",
    "The value of `a is never read.",
    "Never push to main without a review and",
    "Different per worker) comes first, and the cache never helps.",
    "The token stays (in the keychain of the build user.",
    "Return type | a pair of a flag and an error.",
)


@pytest.mark.parametrize(("lead", "frame", "name"), [*product(LEADING, FRAMES, NAMED)])
def test_code_paths_and_names_stand_as_they_were_typed(lead: str, frame: str, name: str) -> None:
    """Whatever leads in, whatever mark stands beside them."""
    stated = self_contained(lead + frame.format(name), Context())
    assert stated is not None
    assert name in stated.text
    assert "**only**" not in stated.text


@pytest.mark.parametrize("name", NAMED)
def test_a_name_at_the_head_keeps_its_case_and_one_at_the_end_its_last_letter(name: str) -> None:
    first = self_contained(f"{name} is never edited by hand", Context())
    last = self_contained(f"the nightly job reads {name}", Context())
    assert first is not None and first.text.startswith(name)
    assert last is not None and last.text.rstrip(".").endswith(name)
    if NAMES.search(name) and not name.endswith("`"):
        assert last.text.endswith(name)


@pytest.mark.parametrize("text", POINTING)
def test_what_points_elsewhere_takes_the_sentence_before_along_or_is_refused(text: str) -> None:
    """Never the pointer alone."""
    before = "The search index of the docs is built by the release job."
    assert self_contained(text, Context()) is None
    stated = self_contained(text, Context(previous=before))
    assert stated is None or (stated.text.startswith(before) and stated.from_previous)


@pytest.mark.parametrize("text", [*POINTING, *SPOILT, "Is the cache shared?"])
def test_a_sentence_that_points_itself_resolves_nothing(text: str) -> None:
    assert self_contained("It must always be sorted.", Context(previous=text)) is None


@pytest.mark.parametrize("text", SPOILT)
def test_what_is_cut_off_or_told_elsewhere_is_refused(text: str) -> None:
    """Also where the sentence before is at hand."""
    assert self_contained(text, Context(previous="The build runs at night.")) is None


@pytest.mark.parametrize(
    ("text", "asked", "read"),
    [
        ("It should be per project.", "Should the cache be per user?", "The cache should be per project."),
        ("It should use `--offline`.", "Does `make demo` need the network?", "`make demo` should use `--offline`."),
        ("They must stay in src/gen.", "Are all drafts kept?", "All drafts must stay in src/gen."),
    ],
)
def test_an_answer_takes_its_subject_from_the_question(text: str, asked: str, read: str) -> None:
    stated = self_contained(text, Context(asked=asked))
    assert stated is not None and stated.text == read


@pytest.mark.parametrize(
    "text",
    [
        "It's important that tests stay fast.",
        "This repo uses pnpm.",
        "This is an unstable project under heavy development.",
        "That we never mock the database is a rule.",
        "Without a review nothing is merged.",
        "The fix for the flaky login test is a longer timeout.",
        "Use tabs, never spaces.",
        "If a test needs the network, mark it `slow`.",
        "No tests without a docstring please.",
        "This team reviews in pairs.",
        "Use a) the cache or b) the index, never both.",
        "The worker reads `a | b` and [the list](docs/list.md) at night.",
        "The scheduler restarts a worker when the supervisor asks for it.",
        "We keep the lock until the last reader is done with them both, always.",
    ],
)
def test_what_needs_nothing_stays_as_it_was_said(text: str) -> None:
    stated = self_contained(text, Context(previous="Something else."))
    assert stated is not None and stated.text == text


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("No, use tmp_path in tests, never /tmp.", "Use tmp_path in tests, never /tmp."),
        ("I told you: use tmp_path in tests", "Use tmp_path in tests."),
        ("No tests without a docstring please", "No tests without a docstring please."),
        ("no longer use npm in this repo", "No longer use npm in this repo."),
        ("so-called drafts are never published", "so-called drafts are never published."),
        ("npm is never used here", "npm is never used here."),
        ("(we build with go-git elsewhere).", "We build with go-git elsewhere."),
    ],
)
def test_what_only_leads_in_is_no_part_of_the_statement(said: str, kept: str) -> None:
    """The same rule said in three moods is one statement; a word that carries meaning stays, and so does its case."""
    stated = self_contained(said, Context())
    assert stated is not None and stated.text == kept


@pytest.mark.parametrize(
    ("text", "names"),
    [
        *((f"We keep {name} as it is.", True) for name in NAMED if NAMES.search(name)),
        ("Answer in German.", False),
        ("I prefer small commits.", False),
    ],
)
def test_what_names_a_thing_of_its_project_is_known(text: str, names: bool) -> None:
    assert names_project(text) is names


WORDS = st.sampled_from(
    [*NAMED, "we", "always", "the", "index", "is", "it", "**never**", "built", "no,", "this", "before", "a", "release"]
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(WORDS, min_size=2, max_size=14), st.lists(WORDS, max_size=8))
def test_no_name_comes_from_nowhere(said: list[str], before: list[str]) -> None:
    """Every code span, path and identifier of a statement stands word for word in what it rests on."""
    quote, previous = " ".join(said), " ".join(before)
    stated = self_contained(quote, Context(previous=previous, asked=f"Is {previous} done?"))
    if stated is not None:
        for name in re.findall(NAMES, stated.text):
            assert name.rstrip(".") in quote + "\n" + previous


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_text_is_read(text: str) -> None:
    """Nothing crashes, and what leads in goes once only."""
    self_contained(text, Context(previous=text, asked=text))
    assert plain(text) in text.replace("**", "").replace("\n", " ") or "`" in text or not text.isprintable()
