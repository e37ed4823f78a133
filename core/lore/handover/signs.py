"""The variables by which agents say that they run a shell or a program."""

import os

AGENT_SIGNS = {
    "CLAUDECODE": "claude-code",
    "CLAUDE_CODE": "claude-code",
    "CLAUDE_CODE_ENTRYPOINT": "claude-code",
    "CLAUDE_CODE_SESSION_ID": "claude-code",
    "CLAUDE_CODE_IS_COWORK": "claude-code",
    "CODEX_SANDBOX": "codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "codex",
    "CODEX_THREAD_ID": "codex",
    "CODEX_CI": "codex",
    "CURSOR_AGENT": "cursor",
    "GEMINI_CLI": "gemini",
    "QWEN_CODE": "qwen-code",
    "OPENCODE": "opencode",
    "OPENCODE_CLIENT": "opencode",
    "COPILOT_CLI": "copilot",
    "COPILOT_AGENT": "copilot",
    "ANTIGRAVITY_AGENT": "antigravity",
    "AUGMENT_AGENT": "augment",
    "CLINE_ACTIVE": "cline",
    "CRUSH": "crush",
    "GOOSE_TERMINAL": "goose",
    "HERMES_SESSION_ID": "hermes",
    "KILOCODE_FEATURE": "kilo",
    "OPENCLAW_SHELL": "openclaw",
    "PI_CODING_AGENT": "pi",
    "TRAE_AI_SHELL_ID": "trae",
    "AI_AGENT": "",
    "AGENT": "",
}
"""Variables that agents set in the shells they open, each with the agent; "" where the value names it (Amp, Goose and
others). Left out is what people set themselves (`CODEX_HOME`, `AIDER_MODEL`, `COPILOT_GITHUB_TOKEN`) and what editors
set in every terminal, also a person's (`CURSOR_TRACE_ID`, `TERM_PROGRAM`, `ZED_TERM`). Names of parent processes are
not looked at: the terminal of an editor has the editor above it, whoever types."""
SHELL_SIGNS = {
    "CLAUDE_CODE_CHILD_SESSION": "",
    "AI_AGENT": "_agent",
    "CODEX_SANDBOX": "",
    "CODEX_SANDBOX_NETWORK_DISABLED": "",
    "CODEX_CI": "",
    "CURSOR_AGENT": "",
    "GEMINI_CLI": "",
}
"""Variables that agents set where they run commands, and not where they start their servers, each with what its value
ends with. Claude Code 2.1.330 sets `CLAUDECODE` in both, and `AI_AGENT` to `…_agent` in the one, `…_harness` in the
other."""
SERVERS = {"claude-code": ("AI_AGENT", "_harness")}
"""Agents that are known to give their signs to the servers they start as well, each with the variable that tells these
from its shell, and how its value ends there: Claude Code 2.1.332, seen on 2026-11-26, where `SHELL_SIGNS` tell the
shell (`tests/agents/real/test_signs_of_servers.py` runs it). Codex 0.171 gives its servers none. Gemini CLI sets its
sign in both alike, opencode and Kilo have theirs in their own program, so that both inherit it: nothing tells there. Of
all others nobody knows."""
IN_HOOKS = {"CLAUDE_CODE_CHILD_SESSION": "claude-code"}
"""Those of `SHELL_SIGNS` that an agent sets where its program fires hooks as well: Claude Code 2.1.197 and 2.1.332,
seen on 2026-11-28. There `SERVERS` tells the two apart."""
BY_HOOK = "LORE_BY_HOOK"
"""Says to a process that a hook started it: an agent may have made its environment, which says nothing then."""
FROM_SHELL = "shell"
"""Its value where an agent's shell fired the hook."""
HANDED = "LORE_HANDED"
"""Says to the process that a hook started to read the spool at which number it was handed the lock; or `BY_FILE`."""
BY_FILE = "file"
"""Its value where locks cannot be handed, and a file says that this process begins."""
OFF = frozenset({"", "0", "false", "no", "off"})
"""Values, in small letters, of a variable that says no."""


def is_on(sign: str, ending: str = "") -> bool:
    """Whether a variable is set, and to a value that ends so."""
    value = _value(sign)
    return value not in OFF and value.endswith(ending)


def of_shell() -> str:
    """The variable that says that an agent typed the command that runs here; empty for none."""
    return next((sign for sign, ending in SHELL_SIGNS.items() if is_on(sign, ending)), "")


def of_shell_at_hook() -> str:
    """The variable that says that an agent typed the command that fired this hook; empty where its program did."""
    return next(
        (
            sign
            for sign, ending in SHELL_SIGNS.items()
            if is_on(sign, ending) and not (sign in IN_HOOKS and _by_program(IN_HOOKS[sign]))
        ),
        "",
    )


def against_a_form() -> str:
    """The variable beside which no form counts: an agent may have started this server in its shell; empty for none.

    Any sign of an agent says so, but where `SERVERS` tells that its program started it.
    """
    others = (sign for sign, name in AGENT_SIGNS.items() if is_on(sign) and not _by_program(name or _value(sign)))
    return of_shell() or next(others, "")


def _by_program(agent: str) -> bool:
    """Whether the environment says that the program of this agent started this, and not its shell."""
    return any(
        agent.startswith(name) and is_on(sign, ending) and _value(sign).startswith(name)
        for name, (sign, ending) in SERVERS.items()
    )


def _value(sign: str) -> str:
    return os.environ.get(sign, "").strip().lower()


def of_agent() -> str:
    """The variable that says that an agent, whichever it is, stands above this process; empty for none."""
    return of_shell() or next(filter(is_on, AGENT_SIGNS), "")
