"""A fact can be read on its own, or it is none; its code, paths, names and marks stand as they were typed."""

import re
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from lore.capture.sentences import sentences
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
    "Its lock file is read at night.",
    "Their owner is the platform team.",
    "Or the release job must publish inline.",
    "Either wait for the lock.",
    "Same as the nightly one.",
    "Same applies to the records of other hosts.",
    "Selectively imports the folders of one branch.",
    "Runs in the context of the base branch.",
    "Safe here because only records are read.",
    "Reason being that two messages stood between the calls.",
    "The hash supports this — the collector prunes the object.",
    "If started from a folder below, this fails without a word.",
    "Combined with the short lifetime, one failure is enough.",
    "That is closer to the layout of the other tool.",
    "Might be in the strategy document.",
    "Similar to the setup of the public repository.",
    "Perhaps the release job should publish it.",
    "The gap: there is no check of the branch.",
    "The one caveat: keys cannot be exported.",
    "Cons: users must have the toolchain installed.",
    "When a preset is set, it records the result and quits.",
    "Completeness is.",
    "Go skips those files entirely.",
    "We don't want that JSON block.",
    "The release notes should not mention this workaround.",
    "You don't need to do that, there is a local copy.",
    "We just added a function for that.",
    "While we are there, rename the file.",
    "One was fixed by its author already.",
)
STANDING = (
    "It's better to use one connection for each thread.",
    "A tag is read once, and the publish job runs on that tag.",
    "The form asks “can you do that for me” once.",
    "No branch of this repository is ever force pushed.",
    "Read the `that file` fixture before each run.",
    "One connection is opened for each thread.",
    "The workers are idle as long as the queue is.",
    "I mean we never push to main.",
    "Keep the order of the two files that the job reads.",
)
"""They look like those, and need nothing else."""
ANSWERS = ("Correct: ", "You're right: ", "And yes, your assumption is right: ", "Mostly yes, but with one nuance: ")
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
    "Combined with the missing timeout (7), the lock is never released.",
    "Observation 18 is why the worker stops.",
    ", so the job never asks anybody.",
)
PROGRAM = (
    "const {} = 3;", "let {} = -1", "import {} from './{}'", "from {} import load", "at {}.load (app.js:12:3)",
    "at app.js:12:3 in {}", '"{}": 183,', "if (!{}) {{", "return {}(name)", "def {}(name):", "class {}:",
    "export default class {} {{", "export const {} = 1", "// {} is read here", "│ ├── {}.py", "cd ~/{}", "$ npm run {}",
    "❯ {} start --task 8", "2026-01-02 10:11:12 {} started", "67→ reads {}", "{}Error: nothing was found",
    "Uncaught {}Exception: nothing", "git checkout -b fix/{} && git push",
    'File "{}.py", line 3, in load', "{}(name, 3)",
)  # fmt: skip
"""Lines of programs, of what they print and of a shell."""
ANNOUNCED = (
    ("The release needs these secrets:", "`{}` - the identity of the developer"),
    ("We skip the build for:", "`{}`"),
    ("The job writes **two** files", "{}: only for people"),
    ("Ports of the dev stack", "Dashboard: 3000"),
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


@pytest.mark.parametrize("text", STANDING)
def test_what_names_its_things_itself_needs_nothing_else(text: str) -> None:
    stated = self_contained(text, Context(previous="The build runs at night."))
    assert stated is not None and not stated.from_previous


@pytest.mark.parametrize("answers", ANSWERS)
@pytest.mark.parametrize("lead", ["", "- ", "**"])
def test_a_statement_is_kept_without_the_answer_before_it(answers: str, lead: str) -> None:
    """What it answers is not there to be read."""
    stated = self_contained(f"{lead}{answers}the port of the shop is 8080", Context())
    assert stated is not None and stated.text == "The port of the shop is 8080."


@pytest.mark.parametrize("text", [*POINTING, *SPOILT, "Is the cache shared?"])
def test_a_sentence_that_points_itself_resolves_nothing(text: str) -> None:
    assert self_contained("It must always be sorted.", Context(previous=text)) is None


@pytest.mark.parametrize("text", SPOILT)
def test_what_is_cut_off_or_told_elsewhere_is_refused(text: str) -> None:
    """Also where the sentence before is at hand."""
    assert self_contained(text, Context(previous="The build runs at night.")) is None


@pytest.mark.parametrize("line", PROGRAM)
@pytest.mark.parametrize("name", ["parseUrl", "index", "Load"])
def test_a_line_of_a_program_is_no_statement(line: str, name: str) -> None:
    written = line.format(name, name)
    assert self_contained(written, Context(previous="The build runs at night.")) is None
    assert self_contained(f"We read `{written}` at the start of every run.", Context()) is not None


@pytest.mark.parametrize(("lead", "entry"), ANNOUNCED)
@pytest.mark.parametrize("mark", ["", "- ", "3. ", "(4) ", "✅ ", "- ⚠️ "])
def test_an_entry_without_a_verb_takes_what_announces_it_along(lead: str, entry: str, mark: str) -> None:
    said = entry.format("DEPLOY_ID")
    stated = self_contained(mark + said, Context(lead=lead + ":"))
    assert stated is not None
    assert stated.text.startswith(lead.replace("**", "").rstrip(":") + ": ") and said in stated.text


@pytest.mark.parametrize(
    "lead",
    ["I'll change:", "Let me look at:", "Here is a summary:", "It needs:", "The following:", "Which one:", "x" * 200],
)
def test_an_entry_without_a_verb_is_refused_where_nothing_says_what_it_is_of(lead: str) -> None:
    assert self_contained("`APP_ID` - the identity of the developer", Context(lead=lead)) is None


@pytest.mark.parametrize(
    "entry", ["Never push to main", "The cache is shared", "we keep `a` apart", "Use tabs, not spaces"]
)
def test_an_entry_that_says_something_needs_no_lead(entry: str) -> None:
    stated = self_contained(entry, Context(lead="I'll look at:"))
    assert stated is not None and "look" not in stated.text


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("It answers “will it run?” and then stops.", 1),
        ("Branches are named `wip/...` and `fix/...` by the job.", 1),
        ("The bot asks (which one?) before it starts.", 1),
        ("Two jobs: 1. build, 2. publish the pages.", 1),
        ("Start with 1. lint, then go on.", 2),
        ("It was called “Later.” Nobody uses it.", 2),
        ("avoid a second store. keep one file.", 2),
        ("We hold it…  The lock stays.", 2),
    ],
)
def test_a_sentence_does_not_end_inside_what_it_quotes_or_counts(line: str, cut: int) -> None:
    assert len(list(sentences(line))) == cut


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
        "Tests in this repo need no network.",
        "Sometimes the runner is slow, never cancel a job.",
        "Across the repo we use tabs.",
        "Focus the first field of each form.",
        "Always a person decides.",
        "Regardless of the branch, never push tags.",
        "When the lock is held, that the job waits is right.",
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
        ("Sessions are tied to commits, not branches**.", "Sessions are tied to commits, not branches."),
        ("Warn once*: the job logs each key once.", "Warn once: the job logs each key once."),
        ("`file:` and `toSlash`*: only Windows needs them.", "`file:` and `toSlash`: only Windows needs them."),
        ("We keep *.env and docs/* out.", "We keep *.env and docs/* out."),
        ("`runs/*.json` is never edited.", "`runs/*.json` is never edited."),
        ("Phoenix is optional: [ROADMAP.md](/home/user/x/ROADMAP.md:22).", "Phoenix is optional: ROADMAP.md."),
        ("We follow [the guide](docs/guide.md).", "We follow [the guide](docs/guide.md)."),
        ("(4) ✅ The cache is shared.", "The cache is shared."),
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
    assert (
        plain(text).replace("**", "") in text.replace("**", "").replace("\n", " ")
        or "`" in text
        or not text.isprintable()
    )
