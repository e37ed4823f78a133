"""Where a program is that is started by its name: never in the folder that this runs in, which may be anybody's.

An entry of `PATH` that is empty or relative names that folder, so it counts nowhere: neither here, nor for what the
program starts in turn (`environment`).
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from lore.platform import light


def environment(told: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a child program is started with. told: default the environment of this process."""
    return light.without_here(dict(os.environ if told is None else told))


def program_named(name: str, told: Mapping[str, str] | None = None) -> str | None:
    """The whole path of a program; None where no whole folder of `PATH` holds it.

    On Windows also where the present folder holds one of this name, which the system takes first.
    """
    found = shutil.which(name, path=environment(told).get("PATH", os.defpath))
    return found if found and Path(found).is_absolute() else None


def required_program(name: str, told: Mapping[str, str] | None = None) -> str:
    """The whole path of a program. Raises FileNotFoundError, as starting it would."""
    found = program_named(name, told)
    if found is None:
        raise FileNotFoundError(2, os.strerror(2), name)
    return found
