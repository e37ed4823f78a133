"""The model that weighs what stands around a value: it finds kinds of secrets that it was not taught."""

from zlib import crc32

import numpy as np
import pytest
from clue_weights import OTHER, SECRET, Examples, learn, scores

from lore.intake import clean
from lore.intake.keys import MARKER
from lore.intake.secret_judge import LEAST
from support.examples import sized
from support.secret_frames import EIGHTH, FIFTH, NINTH, SEEN, SEVENTH, SIXTH, TENTH, THIRD, TWELFTH, UNSEEN, frames

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
    ],
)
def test_what_only_speaks_of_secrets_stays(text: str) -> None:
    assert clean(text) == text
