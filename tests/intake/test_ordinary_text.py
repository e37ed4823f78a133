"""What agents and people write all day and is no secret: the classes of words that were once masked by mistake."""

from zlib import crc32

import numpy as np
import pytest
from clue_weights import OTHER, SECRET, Examples, learn, scores

from lore.intake import clean
from lore.intake.keys import MARKER
from lore.intake.secret_judge import LEAST
from support.examples import sized
from support.secret_frames import EIGHTH, FIFTH, NINTH, SEEN, SEVENTH, SIXTH, TENTH, THIRD, TWELFTH, UNSEEN, frames

CHORDS = (("ctrl", "e"), ("ctrl", "shift", "p"), ("alt", "f4"), ("Shift", "delete"), ("cmd", "1"))
"""Keys that are pressed together: a setting may name them behind any word."""
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
    "a counter behind its own name": "Process exited with code 0\nOriginal token count: 2359\nOutput: ok",
    "a class of a style sheet": '<input type="password" class="focus:ring-cyan-500 text-slate-400" />',
    "a type": "fn unlock(password: &SecretString, private_key: Vec<u8>) -> Result<Token, Error>",
    "a call": "const loweredKey = KNOWN_SNAKE_CASE_KEYS[key as Known];\nlet key_arr: Result<[u8; 32], _> = root_key;",
    "a path of code": "Password::min(8), Token::Ident(self.ident(c))",
    "a range of versions": '"@aws-sdk/credential-provider-node": "^3.972.39"',
    "a package": "pip install tiktoken==11.13.7",
    "settings without values": "DB_PASSWORD=\nPORT=3306\n+CLIENT_SECRET=\n+DB_HOST=db",
    "a published key": "# public key: age1zcdpdsmec53hdyuk2e9xsa7f40vhnttu7xp0tw2xlqw54tygvs59p0ut9x",
    "a certificate": "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2lkd0Ia9MXRC8yog4\n-----END CERTIFICATE-----",
    "a coordinate of a public key": '{"kty":"EC","x":"aTD6uZKX00wFpkjb6riDnzyqeyWUn4cRpYQ95hDE76y"}',
    "a fingerprint": "gpg --recv-keys 0CE11A0D603D283B00DC35AC780745D4F952517E",
    "an address of a chain": "const walletAddr = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';",
    "ports": "docker run -p 6733:4299 --name ledger orders:14.0.22",
    "a project": "docker compose -p billing up -d",
    "a word within a word": "=== RUN TestBuild/Single_session_with_10000_records",
    "a slug": "https://forum.example.io/t/getting-eperm-when-trying-to-open-dev-fuse-again-today/12314",
    "a sentence in a bundle": "errors.password.mismatch=Choose a stronger password",
    "the word itself in a bundle": '"login.password": "Wachtwoord",',
    "a state": "Passwort: erforderlich\nmot de passe : requis",
    "a state in words": "Password strength for the worker, password hashing",
    "words of a plan": "Missing trace artifacts return a typed empty/error state without breaking detail. Login stays.",
    "an id": '{"event_id":"01K2CWBXVF4AM7ASA3VJE0KB3X","type":"auth"}',
    "another file": "val password: String)\nserver/crypto.cs:545:services.AddAuth(JwtBearer.Scheme)",
    "a field in French": "`src/types/evaluation.ts` | Commenter `issueAllowance`/`excessIssues` comme deprecated",
}


def test_ordinary_text_stays_as_it_is() -> None:
    for kind in ORDINARY:
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
    assert secret not in clean(text)


PARTS = 4
"""Every day one of them is left out, at night each in turn: to learn takes two seconds."""
LEAST_FOUND, MOST_WRONG = 0.8, 0.06
EVERY = (*SEEN, *UNSEEN, *THIRD, *FIFTH, *SIXTH, *SEVENTH, *EIGHTH, *NINTH, *TENTH, *TWELFTH)


@pytest.mark.long_form
def test_a_secret_of_a_kind_that_was_left_out_is_found() -> None:
    """Each kind is judged by weights learned without it, from the sets alone: most secrets, hardly anything else."""
    found, wrong, secrets, others = 0, 0, 0, 0
    for part in range(sized(1, PARTS)):
        known, left_out = Examples(), Examples()
        for _, row in frames(1, 29, EVERY):
            (left_out if crc32(row.kind.encode()) % PARTS == part else known).add(row, SECRET, OTHER)
        above = scores(learn(known), left_out.clues) > LEAST
        truth = np.array(left_out.truth)
        found, secrets = found + int(above[truth].sum()), secrets + int(truth.sum())
        wrong, others = wrong + int(above[~truth].sum()), others + int((~truth).sum())
    assert secrets > sized(250, 1000)
    assert found >= LEAST_FOUND * secrets, (found, secrets)
    assert wrong <= MOST_WRONG * others, (wrong, others)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("ok, the admin password is sunflower", "sunflower"),
        ("Assistant: Which PIN did you choose?\nUser: 580213", "580213"),
        ("the passphrase is willow copper lantern breeze summit", "willow copper lantern breeze summit"),
        ("| user | password |\n|---|---|\n| intern | marigold |", "marigold"),
        ("usuario maria, contraseña girasol", "girasol"),
    ],
)
def test_what_only_its_sentence_betrays_is_masked(text: str, secret: str) -> None:
    """A plain word, an answer, a phrase, a cell: masked as a whole, and a second pass changes nothing."""
    masked = clean(text)
    assert secret not in masked
    assert MARKER.search(masked)
    assert clean(masked) == masked


@pytest.mark.parametrize(
    "text",
    [
        "the password is required on the second screen",
        "Brand primary colour code: #FF7A00.",
        "what is the password policy?\nTwelve characters",
        "exit code 40312 of the login test",
        "the passphrase should be long and easy to remember",
        "das Passwort ist abgelaufen",
        "the login test is flaky",
        "committed for the user: align eval policy examples",
        'never revert user changes.", "outcomes\\ttainted\\tcommitted: docs(readme): align eval policy examples"',
        "the password check is brittle and noisy",
        *(f"{name}={'+'.join(pressed)}" for name in ("fact.pin", "login", "api_key") for pressed in CHORDS),
    ],
)
def test_what_only_speaks_of_secrets_stays(text: str) -> None:
    assert clean(text) == text
