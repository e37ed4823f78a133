"""The bundled model with a small trained correction: one mechanism for every network that Lore trains on top of it.

A correction holds two thin matrices for each matrix of the bundled model that training changed (a low-rank adaptation,
Hu et al. 2021), its biases and scales, and a last layer. Nothing of the bundled model is stored twice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lore.embedding import runtimes
from lore.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

_BLOCK = 32
"""Weights of one column of a matrix of the bundled model that stand below each other and share one scale."""
_MOST = 127
"""The largest weight in 8 bits."""
_LONGEST_TOKEN = 100
"""Characters; a longer word is one token to the model, as one that it does not know."""


@dataclass(frozen=True, slots=True)
class Read:
    """Two texts as the model saw them."""

    tokens: "Floats"
    """A row for each token of both, with the marks around them."""
    sides: "Numbers"
    """0 for a token of the first text, 1 for one of the second."""


class AdaptedModel:
    """Reads two texts together, by the bundled model with a correction."""

    def __init__(self, model: Path, correction: Path, *, longest: int, hint: str) -> None:
        """model: the folder of the bundled model, whose files are whole. longest: tokens of both texts together that
        are read; of longer ones the beginnings. hint: what to do when it fails. Raises ModelError."""
        import numpy as np  # 90 ms

        try:
            with correction.open("rb") as file, np.load(file) as stored:
                change = {name: stored[name].astype(np.float32) for name in stored.files}
            self._tokenizer = runtimes.tokenizer(str(model / "tokenizer.json"))
            self._tokenizer.no_padding()
            self._tokenizer.enable_truncation(longest)
            self._longest = longest
            adapted = _adapted(bytearray((model / "model.onnx").read_bytes()), change)
            self._session = runtimes.inference_session(adapted, threads=1)
        except Exception as error:  # the libraries raise types of their own
            raise ModelError(
                f"the bundled model cannot be corrected by {correction.name}: {error}", hint=hint
            ) from error
        self._last, self._bias = change["answer.weight"], change["answer.bias"]

    def read(self, first: str, second: str) -> Read:
        """What the model makes of each token of two texts. About 10 ms."""
        import numpy as np

        first, second = self._beginnings(first, second)
        read = self._tokenizer.encode(first, second)
        given = {
            name: np.array([numbers], dtype=np.int64)
            for name, numbers in (
                ("input_ids", read.ids),
                ("attention_mask", read.attention_mask),
                ("token_type_ids", read.type_ids),
            )
        }
        return Read(self._session.run(None, given)[0][0], given["token_type_ids"][0])

    def _beginnings(self, *texts: str) -> Iterator[str]:
        """What of two texts can be read at all: of long ones the tokenizer would make every pair of their pieces."""
        if max(map(len, texts)) <= self._longest:
            yield from texts
            return
        read = [self._tokenizer.encode(text[: self._longest * _LONGEST_TOKEN]) for text in texts]
        sizes = [sum(len(piece.ids) for piece in (one, *one.overflowing)) for one in read]
        for text, one, size in zip(texts, read, sizes, strict=True):
            # The longer one is read with the odd token, so it has to stay the longer one.
            last = one.offsets[-2 if size == max(sizes) else -3]
            yield text[: last[1]] if one.overflowing else text[: self._longest * _LONGEST_TOKEN]

    def scores(self, numbers: "Floats") -> "Floats":
        """What the last layer says of a summary of tokens."""
        scores: Floats = self._last @ numbers + self._bias
        return scores


@cache
def adapted_model(model: Path, correction: Path, *, longest: int, hint: str) -> AdaptedModel:
    """Loaded once per process, whichever store asks: each holds 25 MB. Arguments and errors: as `AdaptedModel`."""
    return AdaptedModel(model, correction, longest=longest, hint=hint)


def _adapted(model: bytearray, change: Mapping[str, "Floats"]) -> bytes:
    """The file of the bundled model with what training changed, written over what is there: no length changes."""
    import numpy as np

    tensors, layers = _tensors(model)
    for number, (quantised, scales) in enumerate(layers):
        if f"{number}.up" not in change:
            continue
        old = np.frombuffer(model, np.float32, tensors[scales][1] // 4, tensors[scales][0])
        old = old.reshape(-1, 1, len(change[f"{number}.up"]))
        whole = np.frombuffer(model, np.int8, tensors[quantised][1], tensors[quantised][0])
        added = (change[f"{number}.up"] @ change[f"{number}.down"]).T
        blocks = whole.reshape(len(old), _BLOCK, -1) * old + added.reshape(len(old), _BLOCK, -1)
        scale = np.maximum(np.abs(blocks).max(axis=1, keepdims=True) / _MOST, 1e-12).astype(np.float32)
        _write(model, tensors[quantised], np.rint(blocks / scale).astype(np.int8).tobytes())
        _write(model, tensors[scales], scale.tobytes())
    for name, values in change.items():
        if name in tensors:
            _write(model, tensors[name], values.tobytes())
    return bytes(model)


def _write(model: bytearray, place: tuple[int, int], data: bytes) -> None:
    start, length = place
    if len(data) != length:
        raise ValueError("the correction was made for another model")
    model[start : start + length] = data


def _tensors(model: bytearray) -> tuple[dict[str, tuple[int, int]], list[tuple[str, str]]]:
    """(where the data of each named tensor stands, as start and length; the two tensors of each quantised layer).

    Reads the few fields of ONNX's protocol buffer that this takes: graph 7; of it nodes 1 and tensors 5.
    """
    tensors: dict[str, tuple[int, int]] = {}
    layers: list[tuple[str, str]] = []
    graph = next(place for field, place in _fields(model, 0, len(model)) if field == 7)
    for field, (start, end) in _fields(model, *graph):
        if field == 5:
            parts = dict(_fields(model, start, end))
            if 9 in parts:
                tensors[_text(model, parts[8])] = (parts[9][0], parts[9][1] - parts[9][0])
        elif field == 1:
            node = list(_fields(model, start, end))
            if any(kind == 4 and _text(model, place) == "DequantizeLinear" for kind, place in node):
                names = [_text(model, place) for kind, place in node if kind == 1]
                layers.append((names[0], names[1]))
    return tensors, layers


def _text(model: bytearray, place: tuple[int, int]) -> str:
    return model[place[0] : place[1]].decode()


def _fields(data: bytearray, start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each field of a message that has a length, with where its value begins and ends."""
    at = start
    while at < end:
        key, at = _number(data, at)
        wire = key & 7
        if wire == 0:
            _, at = _number(data, at)
        elif wire == 2:
            length, at = _number(data, at)
            yield key >> 3, (at, at + length)
            at += length
        else:
            at += 8 if wire == 1 else 4


def _number(data: bytearray, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
