"""The vendors' own validators take our plugins."""

from pathlib import Path

from lore.adapters.install.wanted import ASSETS
from support.agent_stage import Stage


def test_claude_code_takes_the_plugin_and_the_marketplace(stage: Stage, claude: str) -> None:
    """Strictly: a warning would fail."""
    for folder in (ASSETS / "claude-code", ASSETS):
        done = stage.run([claude, "plugin", "validate", "--strict", str(folder)])
        assert done.returncode == 0, done.stdout + done.stderr


def test_codex_installs_the_plugin_from_the_folder(stage: Stage, codex: str) -> None:
    (stage.user.folder / ".codex").mkdir()
    for words in (["plugin", "marketplace", "add", str(ASSETS)], ["plugin", "add", "lore@lore"]):
        done = stage.run([codex, *words])
        assert done.returncode == 0, done.stdout + done.stderr
    assert "installed, enabled" in stage.run([codex, "plugin", "list"]).stdout
    assert list(Path(stage.user.folder / ".codex/plugins").rglob("hooks/hooks.json"))
