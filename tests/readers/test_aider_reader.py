"""aider's chat histories."""

from pathlib import Path

from lore.capture import Options, capture
from lore.capture.readers import RawTurn
from lore.model import Role
from lore.store import Store
from support.reading import TRANSCRIPTS, asked, done, records_of, said, session

START = "\n# aider chat started at 2025-10-23 17:04:56\n\n"
CHAT = (
    START
    + """> Aider v0.86.1
> Git repo: .git with 356 files

#### /add app.py
> Added app.py to the chat

#### use pnpm, not npm
#### and say so in the readme

I will.

#### A heading of the answer
> and a quotation

README.md
```
use pnpm
```

> Tokens: 17,121 sent, 188 received.
> Applied edit to README.md
> Commit d724ac1 docs: say so

#### /test pytest -q
> ===== test session starts =====
collected 7 items

    always use tabs
===== 1 failed =====
> I have been told.

#### /ask why does it fail?

Because.
"""
)


def two_spaces(chat: str) -> str:
    answer = ("#### A heading", "> and a quotation", "> =====")
    marked = ("#### ", "> ", "===== 1")
    return "\n".join(
        line + "  " if line.startswith(marked) and not line.startswith(answer) else line for line in chat.split("\n")
    )


def test_a_real_history_is_read_whole() -> None:
    """Four chats; commands to aider itself are no messages."""
    records = records_of(TRANSCRIPTS / "aider" / "zen-mcp-server.md")
    assert len(asked(records)) == 5
    assert asked(records)[0] == "请你分析一下我这列的处理，我想知道我"
    assert {one.session for one in records if isinstance(one, RawTurn)} == {"aider-20251023T170456"}


def test_who_speaks_is_told_by_the_marks(tmp_path: Path) -> None:
    file = tmp_path / ".aider.chat.history.md"
    file.write_text(two_spaces(CHAT))
    records = records_of(file)
    assert asked(records) == ["use pnpm, not npm\nand say so in the readme", "why does it fail?"]
    answers = said(records, Role.ASSISTANT)
    assert [text[:7] for text in answers] == ["I will.", "Because"]
    assert "#### A heading of the answer\n> and a quotation" in answers[0]
    assert done(records) == [("file_change", "README.md"), ("tool_call", "commit"), ("command", "pytest -q")]
    assert session(records).cwd == str(tmp_path)


def test_a_history_that_went_on_adds_only_its_end(store: Store, tmp_path: Path) -> None:
    """In the same chat, and with another one after it."""
    whole = two_spaces(CHAT)
    more = two_spaces("\n#### thanks\n" + START.replace("17:04", "18:00") + "#### hello\n\nHi.\n\n")
    file = tmp_path / "history.md"
    file.write_text(whole[: whole.index("#### /ask")])
    assert capture(store, [file], Options()).turns == 2
    file.write_text(whole)
    assert capture(store, [file], Options()).turns == 2
    file.write_text(whole + more)
    assert capture(store, [file], Options()).turns == 3
    assert capture(store, [file], Options()).turns == 0
    assert store.sessions.count() == 2
