"""What a repository, or a folder, asks to be left alone: `.gitignore`, `.git/info/exclude`, the person's own list.

Read as text, with git's meaning of the patterns. A file that the configuration of a repository names is not read: what
comes with a repository decides about nothing outside of it.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lore import paths
from lore.errors import BadInput
from lore.opening import is_regular, read_whole
from lore.paths import expanded
from lore.projects import Repository, settings

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

NAME = ".gitignore"
LARGEST = 100_000
"""Bytes of a file of patterns; nobody writes a tenth of this."""
MOST_STARS = 3
"""Stars in one part of a pattern, and double stars in a whole one: the time to match grows with this power."""
_FOLDER_MARK = "ps_d"
"""The group in which pathspec keeps the slash behind a folder that a pattern found."""
_STARS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class Rules:
    """The patterns of a folder and of those around it."""

    folder: Path
    spec: "GitIgnoreSpec"
    around: "Rules | None" = None

    def ignores(self, path: Path, is_folder: bool) -> bool:
        """What the innermost pattern says that speaks of the path."""
        name = path.relative_to(self.folder).as_posix() + "/" * is_folder
        for pattern in reversed(self.spec.patterns):
            if _means(pattern, name):
                return bool(pattern.include)
        return self.around is not None and self.around.ignores(path, is_folder)


def _means(pattern: "GitIgnoreSpecPattern", name: str) -> bool:
    """Whether a pattern speaks of this very name, and not of a folder around it: that was asked of the folder."""
    for match in pattern.regex.finditer(name) if pattern.regex else ():
        around = match.groupdict().get(_FOLDER_MARK)
        if around is None or match.end(_FOLDER_MARK) == len(name):
            return True
    return False


def rules_of(folder: Path, around: Rules | None) -> Rules:
    """The rules that hold in a folder. Raises OSError, where they may not be read."""
    lines = _lines(folder / NAME)
    return Rules(folder, _spec(lines), around) if lines or around is None else around


def no_rules(folder: Path) -> Rules:
    """Nothing is ignored."""
    return Rules(folder, _spec(()))


def rules_at(repository: Repository, folder: Path) -> Rules | None:
    """The rules that hold around a folder of a repository; None where they ignore it as a whole.

    What a person names is read: then only what stands in the folder counts. Raises OSError.
    """
    top = repository.root
    rules = Rules(top, _spec(_of_the_person()))
    rules = Rules(top, _spec(_lines(repository.common / "info" / "exclude")), rules)
    around = top
    for part in folder.relative_to(top).parts:
        rules = rules_of(around, rules)
        around /= part
        if rules.ignores(around, True):
            return None
    return rules


def _of_the_person() -> list[str]:
    """The patterns of `core.excludesFile` in the person's own configuration, else of the place git takes for it."""
    home = os.environ.get("XDG_CONFIG_HOME")
    folder = (Path(home) if home else paths.user_home() / ".config") / "git"
    named = folder / "ignore"
    for config in (folder / "config", paths.user_home() / ".gitconfig"):
        try:
            for section, label, key, value in settings(config):
                if (section, label, key) == ("core", "", "excludesfile") and value:
                    named = expanded(Path(value))
        except BadInput:  # git would complain of it; here it only leaves more to be read
            continue
    return _lines(named)


def _lines(path: Path) -> list[str]:
    if not is_regular(path):
        return []
    return read_whole(path, LARGEST).decode("utf-8", "replace").splitlines()


def _spec(lines: Iterable[str]) -> "GitIgnoreSpec":
    from pathspec import GitIgnoreSpec  # 70 ms

    return GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))


def _is_pattern(line: str) -> bool:
    """Whether a line is a pattern git understands, and one that is quick to match; the others do not count."""
    from pathspec import GitIgnoreSpec

    parts = line.split("/")
    if parts.count("**") > MOST_STARS or any(len(_STARS.findall(part)) > MOST_STARS for part in parts):
        return False
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
