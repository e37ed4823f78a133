"""All settings as a text to edit, and back: TOML, where a line without `#` sets a value in this store."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from lore.config.registry import GONE, SETTINGS
from lore.config.setting import LONGEST_TOLD, Scalar
from lore.config.values import Config
from lore.errors import BadInput, LoreError
from lore.text import shorten

_HEAD = """\
# The settings of this store. A line without `#` in front sets a value; put `#` in front, and the default counts again.
# What is marked with `!` changes what is trusted, kept or archived."""
_LINE = re.compile(r"at line (\d+)")


def as_text(config: Config) -> str:
    """Every setting with its sentence, its bounds and its default; those set in the store without `#`."""
    lines = [_HEAD]
    for setting in SETTINGS.values():
        mark = "! " if setting.guarded else ""
        unit = f" {setting.unit}" if setting.unit else ""
        default = setting.shown(setting.default)
        lines += ["", f"# {mark}{setting.help}", f"# {setting.bounds}{unit}; default {default}"]
        stored = config.stored.get(setting.name)
        off = "# " if stored is None else ""
        value = setting.plain(setting.default) if stored is None else stored
        lines.append(f"{off}{setting.name} = {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def read_text(text: str) -> dict[str, Scalar | None]:
    """What an edited text asks for: a value for each setting, None for those that it does not set or that are gone.

    Raises BadInput, which names the line.
    """
    try:
        found = dict(_flat(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        match = _LINE.search(str(error))
        where = f"line {match[1]}" if match else "the end"
        raise BadInput(f"{where} cannot be read: {str(error).partition(' (at ')[0].lower()}") from error
    except ValueError as error:  # what `tomllib` hands on as it is
        raise BadInput("a line cannot be read: a number in it has too many digits") from error
    except RecursionError as error:
        raise BadInput("a line cannot be read: it is nested too deeply") from error
    wanted: dict[str, Scalar | None] = dict.fromkeys(SETTINGS)
    for name, value in found.items():
        if name in GONE:
            wanted[name] = None
            continue
        setting = SETTINGS.get(name)
        if setting is None:
            raise BadInput(f"line {_line_of(text, name)}: there is no setting `{shorten(name, LONGEST_TOLD)}`")
        try:
            wanted[name] = setting.plain(setting.check(value))
        except LoreError as error:
            raise BadInput(f"line {_line_of(text, name)}: {error.message}") from error
    return wanted


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _line_of(text: str, name: str) -> int:
    """The line that sets a name: written out, or by its last part below a `[table]`."""
    lines = text.split("\n")
    for wanted in (name, name.rpartition(".")[2]):
        for number, line in enumerate(lines, 1):
            if line.partition("=")[0].strip().replace('"', "") == wanted:
                return number
    return 1
