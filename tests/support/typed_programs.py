"""The agents as somebody starts them who used them before: no questions at the start, and a model on loopback."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

CODEX = """\
model = "fake"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
wire_api = "responses"
"""


@dataclass(frozen=True)
class Program:
    """One agent as somebody starts it in a terminal."""

    name: str
    words: tuple[str, ...]
    ready: str
    answer: str
    leave: str
    folder: str
    variable: str
    """The variable that moves this folder; empty where there is none."""
    prepare: Callable[[Path, str, list[Path]], None]
    """Writes what somebody has who used it before, into its folder: (folder, address of the model, their projects)."""
    exports: Callable[[str], dict[str, str]] = field(default=lambda url: {})
    """What they export for it, by the address of the model."""


def _write(file: Path, holds: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(holds if isinstance(holds, str) else json.dumps(holds))


def _claude_code(home: Path, url: str, folders: list[Path]) -> None:
    projects = {
        str(folder): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True} for folder in folders
    }
    known = {
        "hasCompletedOnboarding": True, "theme": "dark", "projects": projects,
        "customApiKeyResponses": {"approved": ["dummy"], "rejected": []},
    }  # fmt: skip
    home.mkdir(parents=True, exist_ok=True)
    _write((home if home.name != ".claude" else home.parent) / ".claude.json", known)


def codex_settings(home: Path, url: str, folders: list[Path]) -> None:
    trust = "".join(f'\n[projects."{folder}"]\ntrust_level = "trusted"\n' for folder in folders)
    _write(home / "config.toml", CODEX.format(url=url) + trust)


def _gemini(home: Path, url: str, folders: list[Path]) -> None:
    _write(home / "settings.json", {"security": {"auth": {"selectedType": "gemini-api-key"}}})


def _copilot(home: Path, url: str, folders: list[Path]) -> None:
    _write(home / "config.json", {"trustedFolders": [str(folder) for folder in folders]})


def _opencode(home: Path, url: str, folders: list[Path]) -> None:
    options = {"baseURL": f"{url}/v1", "apiKey": "x"}
    fake = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "fake",
        "options": options,
        "models": {"fake": {"name": "fake"}},
    }
    model = {"model": "fake/fake", "small_model": "fake/fake", "provider": {"fake": fake}}
    _write(home / "opencode.json", {**model, "autoupdate": False, "share": "disabled"})


def claude_code(path: str) -> Program:
    return Program(
        "claude-code", (path, "--permission-mode", "default"), "❯", "● OK", "/exit", ".claude", "CLAUDE_CONFIG_DIR",
        _claude_code,
        lambda url: {
            "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "dummy",
            "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        },
    )  # fmt: skip


def codex(path: str) -> Program:
    words = (path, "--dangerously-bypass-hook-trust")
    return Program("codex", words, "Ask Codex", "• OK", "/quit", ".codex", "CODEX_HOME", codex_settings)


def gemini(path: str) -> Program:
    return Program(
        "gemini", (path, "-m", "gemini-2.5-flash"), "Type your message", "✦ OK", "/quit", ".gemini", "", _gemini,
        lambda url: {
            "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": "dummy", "GEMINI_TELEMETRY_ENABLED": "false",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        },
    )  # fmt: skip


def copilot(path: str) -> Program:
    return Program(
        "copilot-cli", (path,), "? help", "● OK", "/exit", ".copilot", "COPILOT_HOME", _copilot,
        lambda url: {
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1", "COPILOT_MODEL": "fake", "COPILOT_AUTO_UPDATE": "false",
        },
    )  # fmt: skip


def opencode(path: str) -> Program:
    words, ready, folder = (path,), "Ask anything", ".config/opencode"
    return Program(
        "opencode", words, ready, "     OK", "/exit", folder, "", _opencode,
        lambda url: {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1"},
    )  # fmt: skip


MAKES = {"claude": claude_code, "codex": codex, "gemini": gemini, "copilot": copilot, "opencode": opencode}
