"""Which signs the real programs give to the servers and hooks they start: what `SERVERS` and `IN_HOOKS` rest on."""

from lore.handover import signs
from support.agent_stage import Stage
from support.agents_home import write_program
from support.typed_programs import CODEX

QUIET = {"DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ANTHROPIC_API_KEY": "dummy"}
NAMED = {**signs.AGENT_SIGNS, **signs.SHELL_SIGNS}


def told(stage: Stage, file: str) -> dict[str, str]:
    lines = (stage.user.folder / file).read_text().splitlines()
    return {name: value for name, _, value in (line.partition("=") for line in lines) if name in NAMED}


def server_tells(stage: Stage) -> None:
    write_program(stage.user.programs.lore, 'env > "$HOME/server.env"\ncat > /dev/null')


def test_claude_code_tells_its_servers_from_its_shell(stage: Stage, claude: str) -> None:
    stage.user.set_up("claude-code")
    server_tells(stage)
    write_program(stage.user.programs.hook, 'cat > /dev/null\nenv > "$HOME/hook.env"')
    asked = 'CALL_TOOL Bash {"command": "env > ~/shell.env", "description": "say what is set"}'
    settings = {**QUIET, "ANTHROPIC_BASE_URL": stage.url}
    done = stage.run([claude, "-p", asked, "--output-format", "json", "--allowedTools", "Bash"], settings)
    assert done.returncode == 0, done.stdout + done.stderr
    server, hook, ran = (told(stage, f"{what}.env") for what in ("server", "hook", "shell"))
    proof, ending = signs.SERVERS["claude-code"]
    assert "CLAUDECODE" in server and server[proof].startswith("claude-code") and server[proof].endswith(ending)
    assert not [sign for sign, end in signs.SHELL_SIGNS.items() if sign in server and server[sign].endswith(end)]
    assert "CLAUDE_CODE_CHILD_SESSION" in ran and not ran[proof].endswith(ending)
    assert hook[proof] == server[proof]
    assert [sign for sign, end in signs.SHELL_SIGNS.items() if hook.get(sign, "-").endswith(end or "1")] == [
        *signs.IN_HOOKS
    ]


def test_codex_gives_its_servers_no_sign(stage: Stage, codex: str) -> None:
    """So its forms count without an entry of `signs.SERVERS`."""
    stage.user.write(".codex/config.toml", CODEX.format(url=stage.url))
    stage.user.set_up("codex")
    server_tells(stage)
    write_program(stage.user.programs.hook, "exit 0")
    done = stage.run([codex, "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "hello"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert told(stage, "server.env") == {}
