"""Two texts that are read together are cut before the tokenizer, which would make every pair of their pieces."""

import random

import numpy as np
import pytest

from lore import paths
from lore.embedding import runtimes
from lore.embedding.adapted import adapted_model
from lore.embedding.embedder import MODEL
from lore.embedding.pair_network import LONGEST_PAIR, WEIGHTS

WORDS = "we use [tabs] never spaces; https://x.test/a?b=c in ünïcode ファイル a_b-c 12.5% the the database port".split()  # noqa: SIM905


def test_long_texts_are_read_as_the_tokenizer_would_cut_them() -> None:
    """Whichever of the two is longer: the odd token is the longer one's."""
    folder = paths.models_folder() / MODEL
    model = adapted_model(folder, WEIGHTS, longest=LONGEST_PAIR, hint="")
    tokenizer = runtimes.tokenizer(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST_PAIR)
    chosen = random.Random(1)
    for _ in range(60):
        first, second = (" ".join(chosen.choices(WORDS, k=chosen.choice([3, 30, 60, 200]))) for _ in range(2))
        read = tokenizer.encode(first, second)
        assert np.array_equal(model.read(first, second).sides, read.type_ids)


@pytest.mark.parametrize("piece", ["[", "[ ", "a", "\u3042", "x" * 99 + " "])
def test_no_length_of_two_texts_matters(piece: str) -> None:
    """A million characters of either are read like their beginnings."""
    model = adapted_model(paths.models_folder() / MODEL, WEIGHTS, longest=LONGEST_PAIR, hint="")
    long = piece * (1_000_000 // len(piece))
    assert len(model.read(long, long[:-1]).tokens) <= LONGEST_PAIR
