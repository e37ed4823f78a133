"""A cross-encoder of 200 bytes, written as ONNX by hand: it likes the text with the rarest token best."""


def cross_encoder() -> bytes:
    """`input_ids` (batch × tokens) → the logarithm of the greatest one (batch × 1)."""
    nodes = [
        _node("Cast", "input_ids", "numbers", _field(1, b"to") + _field(3, 1) + _field(20, 2)),
        _node("ReduceMax", "numbers", "greatest", _field(1, b"axes") + _field(8, 1) + _field(20, 7)),
        _node("Log", "greatest", "logits"),
    ]
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, b"tiny")
    graph += _field(11, _value("input_ids", 7)) + _field(12, _value("logits", 1))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, b"") + _field(2, 13))


def _node(operation: str, given: str, made: str, attribute: bytes = b"") -> bytes:
    body = _field(1, given.encode()) + _field(2, made.encode()) + _field(4, operation.encode())
    return body + (_field(5, attribute) if attribute else b"")


def _value(name: str, kind: int) -> bytes:
    shape = b"".join(_field(1, _field(2, axis)) for axis in (b"batch", b"tokens"))
    return _field(1, name.encode()) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _field(number: int, value: int | bytes) -> bytes:
    """One field of a protocol buffer."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + _varint(value >> 7)
