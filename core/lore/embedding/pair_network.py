"""What two statements are to each other, read together by the bundled model with a small trained correction.

The file beside this one holds what training changed: two thin matrices for each of the 36 layers of the bundled model
(a low-rank adaptation, Hu et al. 2021), its biases and scales, and a last layer of four answers. Recipe and figures:
`tests/bench/pair_judge.py`. Nothing of the bundled model is stored twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lore import paths
from lore.embedding import runtimes
from lore.embedding.embedder import MODEL, verify
from lore.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("pair_network.npz")
ANSWERS = ("same", "contradicts", "narrows", "different")
"""What the newer of two statements may be to the older one, in the order of the answers."""
LONGEST_PAIR = 96
"""Tokens of two statements together that are read: of longer ones the beginnings, in equal shares."""
_BLOCK = 32
"""Weights of the bundled model that share one scale."""
_ZERO = 128
_HINT = "reinstall Lore to bring the model back; until then statements are compared by their words alone"


class PairNetwork:
    """Reads an older and a newer statement together."""

    def __init__(self, model: Path) -> None:
        """model: the folder of the bundled model, whose files are whole. Raises ModelError."""
        import numpy as np  # 90 ms

        try:
            with np.load(WEIGHTS) as stored:
                change = {name: stored[name].astype(np.float32) for name in stored.files}
            self._tokenizer = runtimes.tokenizer(str(model / "tokenizer.json"))
            self._tokenizer.no_padding()
            self._tokenizer.enable_truncation(LONGEST_PAIR)
            adapted = _adapted(bytearray((model / "model.onnx").read_bytes()), change)
            self._session = runtimes.inference_session(adapted, threads=1)
        except Exception as error:  # the libraries raise types of their own
            raise ModelError(f"the model that compares statements cannot be loaded: {error}", hint=_HINT) from error
        self._last, self._bias = change["answer.weight"], change["answer.bias"]

    def answers(self, pairs: Sequence[tuple[str, str]]) -> "Floats":
        """One row for each pair of an older and a newer statement: how likely each of `ANSWERS` is, 1 in all.

        One pair at a time, so that an answer does not depend on what is asked beside it; about 3 ms each.
        """
        import numpy as np

        return np.array([self._answer(older, newer) for older, newer in pairs], dtype=np.float32).reshape(
            -1, len(ANSWERS)
        )

    def _answer(self, older: str, newer: str) -> "Floats":
        import numpy as np

        read = self._tokenizer.encode(older, newer)
        given = {
            name: np.array([numbers], dtype=np.int64)
            for name, numbers in (
                ("input_ids", read.ids),
                ("attention_mask", read.attention_mask),
                ("token_type_ids", read.type_ids),
            )
        }
        tokens = self._session.run(None, given)[0][0]
        scores = self._last @ np.concatenate([tokens[0], tokens.mean(axis=0)]) + self._bias
        likely: Floats = np.exp(scores - scores.max())
        likely /= likely.sum()
        return likely


def pair_weights() -> bytes:
    """What training changed, as it is stored: another file is another judge."""
    return WEIGHTS.read_bytes()


@cache
def bundled_pair_network(receipt: Path) -> PairNetwork:
    """Loaded once per process: 0.2 s. receipt: remembers which files were found to be whole. Raises ModelError."""
    folder = paths.models_folder() / MODEL
    verify(folder, receipt)
    return PairNetwork(folder)


def _adapted(model: bytearray, change: Mapping[str, "Floats"]) -> bytes:
    """The file of the bundled model with what training changed, written over what is there: no length changes."""
    import numpy as np

    tensors, layers = _tensors(model)
    for number, (quantised, scales) in enumerate(layers):
        whole = np.frombuffer(model, np.uint8, tensors[quantised][1], tensors[quantised][0]).astype(np.float32)
        old = np.frombuffer(model, np.float32, tensors[scales][1] // 4, tensors[scales][0])
        added = change[f"{number}.up"] @ change[f"{number}.down"]
        blocks = (whole.reshape(-1, _BLOCK) - _ZERO) * old[:, None] + added.reshape(-1, _BLOCK)
        scale = np.maximum(np.abs(blocks).max(axis=1) / (_ZERO - 1), 1e-12).astype(np.float32)
        _write(model, tensors[quantised], (np.rint(blocks / scale[:, None]) + _ZERO).astype(np.uint8).tobytes())
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
            if any(kind == 4 and _text(model, place) == "MatMulNBits" for kind, place in node):
                names = [_text(model, place) for kind, place in node if kind == 1]
                layers.append((names[1], names[2]))
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
