"""What agents and people write all day and is no secret: the classes of words that were once masked by mistake."""

from zlib import crc32

import numpy as np
import pytest
from clue_weights import OTHER, SECRET, Examples, learn, scores

from lore.intake import clean
from lore.intake.keys import MARKER
from lore.intake.secret_judge import LEAST
from support.data import data
from support.examples import sized
from support.secret_frames import SETS, frames

CHORDS = (("ctrl", "e"), ("ctrl", "shift", "p"), ("alt", "f4"), ("Shift", "delete"), ("cmd", "1"))
"""Keys that are pressed together: a setting may name them behind any word."""
ORDINARY: dict[str, str] = data("ordinary")


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
EVERY = tuple(file for name in SETS if not name.endswith("teenth") for file in SETS[name])


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
