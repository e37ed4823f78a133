"""What the tests of the readers share."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lore.capture.readers import Problem, RawEvent, RawSession, RawTurn, Reader, Record, Transcript, reader_for
from lore.model import Role

TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"


def records_of(file: Path) -> list[Record]:
    return list(recogniser(file).read(Transcript(file)))


def recogniser(file: Path) -> Reader:
    reader = reader_for(Transcript(file).head())
    assert reader is not None, f"{file} is not recognised"
    return reader


def lines_file(folder: Path, *values: Any, name: str = "session.jsonl") -> Path:
    file = folder / name
    file.write_text("".join(json.dumps(value) + "\n" for value in values))
    return file


def document(folder: Path, value: Any, name: str = "export.json") -> Path:
    file = folder / name
    file.write_text(json.dumps(value))
    return file


def said(records: Iterable[Record], role: Role = Role.USER) -> list[str]:
    return [one.text for one in records if isinstance(one, RawTurn) and one.role is role]


def asked(records: Iterable[Record]) -> list[str]:
    return [one.text for one in records if isinstance(one, RawTurn) and one.role in (Role.USER, Role.SOMEBODY)]


def done(records: Iterable[Record]) -> list[tuple[str, str]]:
    return [(one.kind.value, one.name) for one in records if isinstance(one, RawEvent)]


def problems(records: Iterable[Record]) -> list[tuple[int, str]]:
    return [(one.line, one.reason) for one in records if isinstance(one, Problem)]


def session(records: Iterable[Record]) -> RawSession:
    return next(one for one in records if isinstance(one, RawSession))
