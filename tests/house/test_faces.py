"""Rooms are entered by their faces: what a package offers is what others use, and nothing of it is loaded before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import faces

KNOWN = faces.modules()
ROOMS = faces.rooms(KNOWN)
TESTS = [path for path in Path(__file__).parents[1].rglob("*.py") if "data" not in path.parts]


def test_every_face_offers_what_others_use_and_nobody_goes_past_one() -> None:
    """All cross-room imports take names of a face; `LORE_WRITE_FACES=1` writes what is used now."""
    wanted = faces.wanted(KNOWN, TESTS)
    if os.environ.get("LORE_WRITE_FACES"):
        for room in ROOMS:
            KNOWN[room].write_text(faces.written(KNOWN[room], wanted[room]))
        subprocess.run([sys.executable, "-m", "ruff", "format", "-q", *(KNOWN[room] for room in ROOMS)], check=True)
    for room in ROOMS:
        names = {(module, name) for name, module in faces.offered(KNOWN[room]).items()}
        used = {(module, name) for module, of in wanted[room].items() for name in of if name != faces.WHOLE}
        assert {name for name in names if f"{room}.{name[1]}" not in KNOWN} == used, f"LORE_WRITE_FACES=1 renews {room}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_name_means_the_same_to_the_type_checker_and_when_the_program_runs(room: str) -> None:
    script = (
        "import sys, importlib; room, *names = sys.argv[1:]; face = importlib.import_module(room); "
        "assert not [m for m in sys.modules if m.startswith(room + '.')], 'loaded at once'; "
        "[getattr(importlib.import_module(home), name) is getattr(face, name) or sys.exit(name) "
        "for home, name in (n.split('=') for n in names)]"
    )
    names = [f"{home}={name}" for name, home in faces.offered(KNOWN[room]).items() if f"{room}.{name}" not in KNOWN]
    subprocess.run([sys.executable, "-c", script, room, *names], check=True)


def test_no_function_has_the_name_of_a_module_beside_it() -> None:
    """Otherwise a face would offer the one or the other, after what was imported first."""
    for room in ROOMS:
        hidden = {name for name in faces.offered(KNOWN[room]) if f"{room}.{name}" in KNOWN}
        homes = faces.offered(KNOWN[room])
        assert not {name for name in hidden if homes[name] != room}
