"""What capturing loads: the marks of lasting sentences for the first message, what compares facts for a fact."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

LOADED = "import json, sys\nprint(json.dumps(sorted(sys.modules)))"


def loaded_by(code: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", f"{code}\n{LOADED}"], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    ("code", "patterns"),
    [
        ("from lore.capture import capture, preview, watch, checkpoint, FORMATS, Options", set()),
        ("import lore.capture.stated", set()),
        ("from lore.capture import narrative", set()),
        ("from lore.cli.program import run\nassert run(['capture', '--help']) == 0", set()),
    ],
)
def test_nothing_is_compiled_before_it_is_needed(code: str, patterns: set[str]) -> None:
    room = "lore.capture.stated."
    assert {name.removeprefix(room) for name in loaded_by(code) if name.startswith(room)} == patterns


def test_a_transcript_without_messages_needs_no_marks(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
    line = {"type": "assistant", "uuid": "u1", "sessionId": "s1", "cwd": "/w", "message": {"content": [call]}}
    file.write_text(json.dumps(line) + "\n")
    read = f"from lore.cli.program import run\nassert run(['capture', {str(file)!r}]) == 0"
    loaded = loaded_by(read)
    assert not {name for name in loaded if name.startswith(("lore.capture.stated.", "lore.memory.entering"))}
