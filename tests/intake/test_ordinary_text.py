"""What agents and people write all day and is no secret: the classes of words that were once masked by mistake."""

import pytest

from lore.intake import clean

ORDINARY = {
    "a name behind a cause": "Root cause: `renderList` and `paintRow_2` both sort the rows",
    "a version behind a cause": "Root cause: `v4.40.1` and `v4.40.1-next.1` exist, but npm never published them.",
    "a package of a version": "Root cause: npm rejected `@agentv/core@4.41.0-next.1` with:",
    "a commit": "All 1232 tests pass, lint clean, types compile. The commit is `06d0bd6`.",
    "another commit": "the branch is pushed at `origin/chore/remove-root-artifacts` with commit `b880e1e5`.",
    "a branch": "User merges it into target (`main` / `agentv/results/v1`) via GitHub PR.",
    "a terminal": "Ghostty has `TERM=xterm-ghostty` but VS Code has `TERM=xterm-256color`.",
    "an address": "the local OpenAI-compatible endpoint/proxy at `127.0.0.1:10531/v1` rejected the token",
    "a folder": "token is expired. The rerun artifact is at `.agentv/results/2026-07-06T12-14-22-898Z`.",
    "the next sentence": "it can stop counting after the first pass. Otherwise, all configured runs are counted.",
    "a verdict": 'echo "TEST 2 PASS: Read back correct content"',
    "a test that passed": "(pass) agentv grade prepared attempts > grades manual workspace edits",
    "a counter": "const isPassing = verdict === 'pass';\n      if (isPassing) {\n        passingCount++;",
    "what is passed on": "we need to change the function signature to pass `sessionCount` as a parameter",
    "an issue": "Its key difference from my first pass: it found `av-wrf.5` is now closeable",
    "a list": "run-level metadata, totals, pass rate, timing, targets, variants, notes",
    "words that are searched": 'rg -n "models.json|baseUrl|apiKey|Environment|env|token|Authorization|Bearer" src/',
    "a job": "token is expired. Please sign in again.\n\n❌ pr50857-online-chunking-review\n   failed",
    "a form of dates": "date -u +%Y%m%dT%H%M%SZ",
    "a line of a listing": "   313→<think><summary>Thought</summary>\n   314→Great! Execute demonstrated.",
    "an ancestor": "git rebase --exec 'git commit --amend --author=\"Tess <tess@example.com>\"' HEAD~3",
    "a field in French": "`src/types/evaluation.ts` | Commenter `issueAllowance`/`excessIssues` comme deprecated",
}


@pytest.mark.parametrize("kind", ORDINARY)
def test_ordinary_text_stays_as_it_is(kind: str) -> None:
    """Nothing binds the value to a word that names a secret, or its form says what it is."""
    assert clean(ORDINARY[kind]) == ORDINARY[kind]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("host db1\nuser tess\npass: Velvet-1984!", "Velvet-1984!"),
        ("the pass is Velvet-1984!", "Velvet-1984!"),
        ('sync --login tess --pass "Velvet-1984!"', "Velvet-1984!"),
        ("root password: Velvet-1984!", "Velvet-1984!"),
        ("| name | password |\n|---|---|\n| tess | Velvet-1984! |", "Velvet-1984!"),
    ],
)
def test_what_is_bound_to_such_a_word_is_masked(text: str, secret: str) -> None:
    """The same words with a sign, a verb or a quotation behind them."""
    assert secret not in clean(text)
