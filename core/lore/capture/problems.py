"""What is wrong with a transcript, told line by line, and whether anything in it made sense."""

from collections.abc import Callable
from pathlib import Path

from lore.capture.contract import WARNINGS_A_FILE
from lore.capture.readers import Problem, Reader, Transcript, recognised
from lore.errors import BadInput
from lore.text import path_text


class Problems:
    """The problems of one file: held back until something in it is understood, and not more than can be read."""

    def __init__(self, path: Path, warn: Callable[[str], None], *, growing: bool) -> None:
        self._name = path_text(path)
        self._warn = warn
        self._growing = growing
        """An end that is cut off is no problem: the file is being written."""
        self._held: list[str] = []
        self._count = 0
        self._telling = False

    def note(self, problem: Problem) -> None:
        if problem.cut_off and self._growing:
            return
        self._count += 1
        if self._count <= WARNINGS_A_FILE:
            self._held.append(f"{self._name}:{problem.line}: {problem.reason}")
        if self._telling:
            self.tell()

    def tell(self) -> None:
        """Tell what was held back, and from now on each problem at once."""
        self._telling = True
        for message in self._held:
            self._warn(message)
        self._held.clear()

    def finish(self) -> None:
        """Tell the rest: the file was read to its end."""
        self.tell()
        if self._count > WARNINGS_A_FILE:
            self._warn(f"{self._name}: {self._count - WARNINGS_A_FILE:,} more lines could not be read")


def not_of(reader: Reader, transcript: Transcript) -> BadInput:
    """What is wrong with a file in which a reader finds nothing of its format."""
    other = recognised(transcript)
    looks = f"; it looks like {other.name}" if other else ""
    return BadInput(f"{path_text(transcript.path)}: no line of it is {reader.name}{looks}")
