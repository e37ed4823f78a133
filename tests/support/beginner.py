"""The home folder of somebody who starts Lore for the first time: two agents, their sessions, and no memory yet."""

from collections.abc import Sequence
from pathlib import Path

from support.speakers import Script, Step, own_folder, write

SAID: Sequence[tuple[str, str, str]] = (
    ("claude-code", "The lock file changed again.", "From now on always use pnpm in this repository, never npm."),
    ("claude-code", "I committed it straight to main.", "Never commit to main directly, open a pull request."),
    ("codex", "The price is 19.989999 now.", "Always keep prices as integer cents, never as floats."),
    ("claude-code", "The test waits for three seconds.", "Never sleep in a test, wait for the event instead."),
    ("codex", "It is 1,900 changed lines.", "From now on keep pull requests under 300 changed lines."),
    ("claude-code", "Fixed, the suite is green.", "Good. Now the date picker: it jumps a month back in Safari."),
    ("codex", "I added it with moment.js.", "Always ask me before you add a dependency."),
    ("claude-code", "The page loads in 900 ms.", "What takes the longest of it?"),
    ("claude-code", "The migration is merged.", "Remember that two people review every database migration."),
)
"""The agent, what it said, and what was typed then."""


def begin(home: Path) -> None:
    """Write their transcripts and settings, and a `claude` that answers nothing; `HOME` is this folder."""
    for number, (agent, before, typed) in enumerate(SAID):
        steps = [Step("user", "Go on where we stopped."), Step("assistant", before), Step("user", typed)]
        script = Script(f"0a000000-0000-4000-8000-{number:012}", [*steps, Step("assistant", "Understood.")])
        write(own_folder(agent), agent, script)
    (home / ".claude" / "settings.json").write_text('{\n  "model": "opus"\n}\n')
    (home / ".codex" / "config.toml").write_text('model = "gpt"\n')
    program = home / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
