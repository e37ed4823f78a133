"""Stores of other memory tools: the tables as their own source code makes them, filled with a few rows."""

import sqlite3
from contextlib import closing
from pathlib import Path

from support.data import FOLDER

ENGRAM, CLAUDE_MEM, NAN_FORGET, MEM0 = (
    (FOLDER / "other_stores" / f"{name}.sql").read_text(encoding="utf-8")
    for name in ("engram", "claude_mem", "nan_forget", "mem0")
)


def database(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path
