"""A session is recognised by any of its lines, however it begins, and what the person typed in it is theirs."""

from pathlib import Path

import pytest

from lore.capture.readers import RawSession, Transcript, UnknownRecord, recognised
from support.beginnings import CLAUDE_CODE, CODEX, RULE, SESSION
from support.reading import said

EVERY = [*(("claude-code", name) for name in CLAUDE_CODE), *(("codex", name) for name in CODEX)]


@pytest.mark.parametrize(("agent", "beginning"), EVERY)
def test_a_session_is_read_however_it_begins(agent: str, beginning: str, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes((CLAUDE_CODE if agent == "claude-code" else CODEX)[beginning]())
    reader = recognised(Transcript(file))
    assert reader is not None and reader.name == agent
    records = list(reader.read(Transcript(file)))
    assert said(records)[-1] == RULE
    assert {one.id for one in records if isinstance(one, RawSession)} == {SESSION}
    kinds = {one.kind for one in records if isinstance(one, UnknownRecord)}
    assert kinds == ({"brand-new" if agent == "claude-code" else "brand_new"} if "unknown" in beginning else set())


def test_a_large_file_of_something_else_is_nobodys(tmp_path: Path) -> None:
    file = tmp_path / "numbers.jsonl"
    file.write_bytes(b'{"x": 1}\n' * 30_000)
    assert recognised(Transcript(file)) is None
