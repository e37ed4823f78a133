"""The model that ships with Lore: whole, offline, and the same vectors for the same text."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from lore import paths
from lore.embedding import bundled_embedder, runtimes
from lore.embedding.embedder import DIMENSION, FILES, MODEL, BundledEmbedder, verify
from lore.errors import ModelError


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return Path(shutil.copytree(paths.models_folder() / MODEL, tmp_path / MODEL))


def test_vectors_are_normalised_and_like_texts_are_near(home: Path) -> None:
    embedder = bundled_embedder(home)
    cat, kitten, invoice = embedder.embed(["a cat sleeps", "a kitten is asleep", "the invoice is overdue"])
    assert cat.shape == (DIMENSION,)
    assert np.isclose(np.linalg.norm(cat), 1, atol=1e-3)
    assert cat @ kitten > 0.6 > 0.3 > cat @ invoice


def test_a_vector_does_not_depend_on_what_is_embedded_with_it(home: Path) -> None:
    embedder = bundled_embedder(home)
    texts = ["word " * (20 - number) for number in range(20)]
    together = embedder.embed(texts)
    assert (together == np.concatenate([embedder.embed([text]) for text in texts])).all()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", ["missing", "damaged"])
def test_a_damaged_model_is_refused(model: Path, tmp_path: Path, name: str, kind: str) -> None:
    if kind == "missing":
        (model / name).unlink()
    else:
        with (model / name).open("r+b") as file:
            file.write(b"?")
    with pytest.raises(ModelError, match="damaged" if kind == "damaged" else "cannot be read"):
        BundledEmbedder(model, tmp_path / "receipt.json").load()


def test_the_files_are_hashed_once_and_again_when_they_change(model: Path, tmp_path: Path) -> None:
    """The receipt names size and time: 25 MB are not read at every start."""
    receipt = tmp_path / "receipt.json"
    verify(model, receipt)
    path, before = model / "model.onnx", (model / "model.onnx").stat()
    with path.open("r+b") as file:
        file.write(b"?")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    verify(model, receipt)
    os.utime(path)
    with pytest.raises(ModelError, match="damaged"):
        verify(model, receipt)


def test_a_receipt_that_cannot_be_read_or_written_only_costs_time(model: Path, tmp_path: Path) -> None:
    receipt = tmp_path / "receipt.json"
    receipt.write_bytes(b"\xff{")
    verify(model, receipt)
    (tmp_path / "file").write_text("in the way")
    verify(model, tmp_path / "file" / "receipt.json")


def test_vectors_are_near_those_that_fastembed_makes_of_the_same_files(model: Path, tmp_path: Path) -> None:
    """The model runs without the weight of fastembed, which computes in 8 bits: the same but for the third decimal."""
    embedding = runtimes.text_embedding()
    from fastembed.common.model_description import ModelSource, PoolingType

    embedding.add_custom_model(
        model="test/bundled",
        pooling=PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(url="file:///bundled"),
        dim=DIMENSION,
        model_file="model.onnx",
    )
    theirs = embedding("test/bundled", specific_model_path=str(model), local_files_only=True, threads=1)
    texts = ["", "Use guard let, not force unwrap.", "naïve ☃ 中文", "a long text " * 200]
    ours = BundledEmbedder(model, tmp_path / "receipt.json").embed(texts)
    cosines = (ours * np.concatenate([list(theirs.embed([text])) for text in texts])).sum(axis=1)
    assert cosines.min() > 0.998


def test_the_stored_weights_are_unpacked_when_the_network_is_loaded(tmp_path: Path) -> None:
    """Nothing is computed in 8 bits: that gives other vectors on another kind of processor."""
    options = runtimes.session_options(threads=1)
    options.optimized_model_filepath = str(tmp_path / "loaded.onnx")
    import onnxruntime

    onnxruntime.InferenceSession(
        str(paths.models_folder() / MODEL / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
    loaded = (tmp_path / "loaded.onnx").read_bytes()
    assert b"MatMul" in loaded
    assert not any(kernel in loaded for kernel in (b"MatMulNBits", b"DequantizeLinear", b"MatMulInteger"))
