"""The JSON of hooks is that of Python's own module, value for value and text for text."""

import json

import pytest
from hypothesis import given, strategies as st

from lore.handover import jsons

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
BAD = ("", " ", "{", '{"a" 1}', "[1,]", "nul", "1 2", '"\\x"', '{"a":1}}', "\ufeff{}", "'a'", "{a: 1}", "[" * 100_000)


@given(values)
def test_what_is_written_and_read_is_what_the_module_says(value: object) -> None:
    assert jsons.dumps(value) == json.dumps(value)
    assert jsons.compact(value) == json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for text in (json.dumps(value), json.dumps(value, indent=2, ensure_ascii=False)):
        assert jsons.loads(text) == json.loads(text)
        assert jsons.loads(text.encode("utf-8", "surrogatepass")) == json.loads(text)


@given(values)
def test_where_the_c_half_is_missing_the_whole_module_does_the_same(value: object) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsons, "make_encoder", None)
        patch.setattr(jsons, "make_scanner", None)
        assert jsons.dumps(value) == json.dumps(value)
        assert jsons.loads(json.dumps(value)) == value


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:12]))
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        jsons.loads(text)


def test_control_characters_in_a_text_are_taken() -> None:
    assert jsons.loads('{"a": "one\ntwo\t"}') == {"a": "one\ntwo\t"}


def test_what_is_no_value_is_refused_or_replaced() -> None:
    with pytest.raises(TypeError):
        jsons.dumps({"a": b"bytes"})
    assert jsons.compact([b"x"], repr) == "[\"b'x'\"]"
