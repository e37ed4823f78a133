"""What you typed into `lore config edit` and could not be taken over: kept until you correct it.

A draft is opened again only as Lore left it, in this very folder: a file that somebody else put there, a link or a
pipe is refused with its name. It keeps the values that you had before you, so what was set since then stays.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lore import paths, small_files
from lore.config import Config, as_text
from lore.errors import BadInput
from lore.intake import fits, local_key, mark
from lore.opening import MEGABYTE, read_whole, reason

LARGEST_PAGE = MEGABYTE
"""Bytes of the page. All settings together have some 15,000."""


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What the editor shows."""

    data: bytes
    shown: Mapping[str, object]
    """The values set in the store when this page was made."""
    is_draft: bool
    """Whether you typed it before."""


def page_to_edit(home: Path, values: Config) -> SettingsPage:
    """The draft that you left, else every setting. Raises BadInput for a draft that Lore did not leave here."""
    draft = paths.settings_draft(home)
    if not os.path.lexists(draft):
        return SettingsPage(as_text(values).encode(), values.stored, is_draft=False)
    try:
        data = read_whole(draft, LARGEST_PAGE, links=False)
    except OSError as error:
        raise _foreign(draft, reason(error)) from error
    kept = small_files.read(paths.settings_draft_note(home))
    shown = kept.get("shown")
    if not isinstance(shown, dict) or not fits(local_key(home), _sealed(data, shown), kept.get("mark")):
        raise _foreign(draft, "`lore config edit` did not leave it as it is")
    return SettingsPage(data, shown, is_draft=True)


def keep_draft(home: Path, data: bytes, shown: Mapping[str, object]) -> Path:
    """Keep a page for the next time; returns where. Raises OSError."""
    draft, note = paths.settings_draft(home), paths.settings_draft_note(home)
    with page_file(home, data) as file:
        small_files.write(note, {"shown": dict(shown), "mark": mark(local_key(home), _sealed(data, shown))})
        file.replace(draft)
    return draft


def drop_draft(home: Path, page: SettingsPage) -> None:
    """The page was taken over: its draft is done with. What another `lore config edit` kept meanwhile stays."""
    if page.is_draft and page_to_edit(home, Config({}, {})).data == page.data:
        paths.settings_draft(home).unlink(missing_ok=True)
        paths.settings_draft_note(home).unlink(missing_ok=True)


@contextmanager
def page_file(home: Path, data: bytes) -> Iterator[Path]:
    """A file with these bytes, of its owner alone and of this process alone, while it is needed."""
    handle, name = tempfile.mkstemp(prefix="config-", suffix=".toml", dir=home)
    file = Path(name)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
        yield file
    finally:
        file.unlink(missing_ok=True)


def _sealed(data: bytes, shown: Mapping[str, object]) -> dict[str, object]:
    return {"page": hashlib.sha256(data).hexdigest(), "shown": dict(shown)}


def _foreign(draft: Path, why: str) -> BadInput:
    return BadInput(f"`{draft}` is not opened: {why}", hint="look at it and move it away, then edit again")
