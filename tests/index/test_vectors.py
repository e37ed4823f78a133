"""The matrix of vectors finds what comparing everything finds, in both of its stages and under any filter."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lore.index.catalogue import Catalogue
from lore.index.vectors import RESCORED, Vectors, single_precision
from lore.model import Clean, Passage, PassageType
from lore.store.records import VectorRow

PASSAGES, DIMENSION, LIMIT = 3_000, 96, 10
Floats = NDArray[np.float32]


def made(rng: np.random.Generator, count: int) -> Floats:
    rows = rng.standard_normal((count, DIMENSION), dtype=np.float32) + 0.7
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float16).astype(np.float32)


def put(vectors: Vectors, catalogue: Catalogue, numbers: range, rows: Floats) -> None:
    vectors.update(
        [
            VectorRow(f"t:{number}", part, "m", DIMENSION, "h", row.astype("<f2").tobytes(), seq=1)
            for place, number in enumerate(numbers)
            for part, row in enumerate(rows[2 * place : 2 * place + 2])
        ],
        catalogue,
    )


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    found = Catalogue(tmp_path)
    found.update([Passage(f"t:{number}", PassageType.TURN, Clean("x")) for number in range(PASSAGES)], [], 1)
    return found


@pytest.mark.parametrize("share", [None, 1.0, 0.5, 0.01, 0.0])
@pytest.mark.parametrize("exact_rows", [0, 10**6])
def test_the_nearest_are_those_of_comparing_everything(
    tmp_path: Path,
    catalogue: Catalogue,
    rng: np.random.Generator,
    monkeypatch: pytest.MonkeyPatch,
    share: float | None,
    exact_rows: int,
) -> None:
    """Among so many by sign bits, of equals the first; then by cosine. Vectors that were replaced are not there."""
    monkeypatch.setattr("lore.index.vectors.FIRST_CHUNK", 64)
    monkeypatch.setattr("lore.index.vectors.CHUNK", 500)
    monkeypatch.setattr("lore.index.vectors.EXACT_ROWS", exact_rows)
    vectors, rows = Vectors(tmp_path / "vectors", DIMENSION), made(rng, 2 * PASSAGES)
    put(vectors, catalogue, range(PASSAGES), rows)
    replaced = made(rng, 400)
    put(vectors, catalogue, range(200), replaced)
    owners = np.concatenate([np.repeat(np.arange(200, PASSAGES), 2), np.repeat(np.arange(200), 2)])
    rows = np.concatenate([rows[400:], replaced])
    passing = None if share is None else rng.random(PASSAGES) < share
    kept = np.ones(len(owners), dtype=bool) if passing is None else passing[owners]
    for query in made(rng, 5):
        candidates = np.flatnonzero(kept)
        if len(candidates) > exact_rows:
            differing = ((rows[candidates] > 0) != (query > 0)).sum(axis=1)
            candidates = candidates[np.argsort(differing, kind="stable")[: LIMIT * RESCORED]]
        order = candidates[np.argsort(-(rows[candidates] @ query), kind="stable")]
        wanted = list(dict.fromkeys(owners[order].tolist()))[:LIMIT]
        assert vectors.nearest(query, passing, LIMIT).tolist() == wanted
        lead, best = vectors.similarity(query, np.arange(PASSAGES))
        both = np.array([rows[owners == owner] @ query for owner in (0, 250)])
        assert np.allclose(best[[0, 250]], both.max(axis=1), atol=1e-6)
        assert np.allclose(lead[[0, 250]], both[:, 0], atol=1e-6)


def test_a_passage_without_a_vector_has_no_similarity(
    tmp_path: Path, catalogue: Catalogue, rng: np.random.Generator
) -> None:
    vectors = Vectors(tmp_path / "vectors", DIMENSION)
    query = made(rng, 1)[0]
    assert np.isnan(vectors.similarity(query, np.arange(3))).all()
    put(vectors, catalogue, range(1), made(rng, 2))
    assert np.isnan(vectors.similarity(query, np.arange(3))).tolist() == [[False, True, True]] * 2


def test_half_precision_is_read_exactly() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    assert np.array_equal(single_precision(finite), finite.astype(np.float32))
