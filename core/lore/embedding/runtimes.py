"""The only place that imports what runs models: onnxruntime, tokenizers and fastembed with the libraries below it.

Each of them does more than it is asked for unless it is told not to before it is imported; `docs/privacy.md` says what.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastembed import TextEmbedding
    from onnxruntime import InferenceSession, SessionOptions
    from tokenizers import Tokenizer

TELEMETRY = "ORT_DISABLE_TELEMETRY"
"""Without it onnxruntime, from 1.31 on, writes a device id and a queue of events into the user's cache folder and looks
for the address of its vendor. It reads the variable while it is imported."""
UNASKED: Mapping[str, str] = {
    "HF_HUB_DISABLE_TELEMETRY": "1",  # else downloads tell the hub about this machine and the agent it runs in
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",  # else they are made in the name of whoever is logged in to the hub
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_XET": "1",  # else a second client keeps a cache and logs below the home folder
    "LOGURU_AUTOINIT": "0",  # else fastembed logs to stderr what it raises as well
}
"""What the libraries below fastembed read while they are imported, and only then: an editor that Lore starts must not
inherit it."""
UNPACK = "session.disable_quant_qdq"
"""Weights stored in 8 bits become float32 while a network is loaded. Else onnxruntime computes in 8 bits, which takes
half as long again, and gives vectors that differ in the third decimal from one kind of processor to the next."""
FATAL = 4
"""onnxruntime's only level of messages that are printed: errors are raised anyway."""

os.environ[TELEMETRY] = "1"


def inference_session(model: str | bytes, *, threads: int) -> "InferenceSession":
    """A network, from its file or the bytes of one, on the processor. Raises what onnxruntime raises."""
    import onnxruntime  # 45 ms of processor time beside numpy's 100

    _silence_onnx()
    return onnxruntime.InferenceSession(model, session_options(threads=threads), providers=["CPUExecutionProvider"])


def session_options(*, threads: int) -> "SessionOptions":
    """How every network is loaded."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = threads
    options.add_session_config_entry(UNPACK, "1")
    return options


def tokenizer(path: str) -> "Tokenizer":
    """The tokenizer of this file. Raises what tokenizers raises."""
    from tokenizers import Tokenizer  # 20 ms

    return Tokenizer.from_file(path)


def text_embedding() -> "type[TextEmbedding]":
    """The embedding models of fastembed."""
    with _told(UNASKED):
        from fastembed import TextEmbedding  # 400 ms of processor time
    _silence_onnx()
    return TextEmbedding


def _silence_onnx() -> None:
    import onnxruntime

    onnxruntime.set_default_logger_severity(FATAL)
    onnxruntime.disable_telemetry_events()


@contextmanager
def _told(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for as long as a library is imported."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
