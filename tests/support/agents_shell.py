"""The shell of an agent: its sign is set, and the time is fixed without the variable that no agent may set."""

import os

import pytest

from lore import clock


def agents_shell(patch: pytest.MonkeyPatch, sign: str = "CLAUDECODE", value: str = "1") -> None:
    patch.setenv(sign, value)
    patch.setattr(clock, "_pretended", clock.now())
    patch.delenv(clock.VARIABLE, raising=False)
    assert os.environ[sign] == value
