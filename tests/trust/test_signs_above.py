"""A sign that was taken out of one command still shows in the programs above it; a form is no way around it."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lore import presence
from lore.adapters import installed_programs
from lore.errors import NeedsPerson
from lore.handover import signs
from lore.memory.editing import NewFact, add_fact, propose
from lore.model import Kind
from lore.platform import light
from lore.presence import AGENT_SIGNS, SHELL_SIGNS, agent_here
from lore.store import Store, open_store

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="Linux alone tells it in files")
LORE = f"{sys.executable} -m lore"
WASHED = {
    "off": f"CLAUDECODE=0 {LORE}",
    "empty": f"CLAUDECODE= {LORE}",
    "unset": f"unset CLAUDECODE; {LORE}",
    "env -u": f"env -u CLAUDECODE {LORE}",
    "env -i": f"env -i LORE_HOME=$LORE_HOME HOME=$HOME {LORE}",
    "setsid": f"setsid -w env -u CLAUDECODE {LORE}",
    "nohup": f"nohup env -u CLAUDECODE {LORE}",
    "nested": f"env -u CLAUDECODE bash -c 'true; {LORE} \"$@\"' x",
    "python": "env -u CLAUDECODE "
    + sys.executable
    + ' -c \'import subprocess,sys; sys.exit(subprocess.run([sys.executable,"-m","lore",*sys.argv[1:]]).returncode)\'',
    "exec": f"exec env -u CLAUDECODE bash -c 'true; {LORE} \"$@\"; exit $?' x",
}
"""Ways in which an agent's shell runs a command without its sign."""
HELD_BY_NOBODY = {"exec"}
"""The shell that had the sign is gone then: nothing above names an agent. Accepted in `docs/authority.md`."""


def _bare(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {*AGENT_SIGNS, *SHELL_SIGNS, "LORE_NOW"}}
    return {**kept, "LORE_HOME": str(home), **more}


@pytest.fixture
def candidate(store: Store) -> str:
    return propose(store, add_fact(store, NewFact("Squash before merging", Kind.CONVENTION, project="p")).fact.id).id


@pytest.mark.parametrize("way", WASHED)
def test_a_washed_command_of_an_agent_decides_nothing(way: str, candidate: str, home: Path) -> None:
    line = f"{WASHED[way]} review approve {candidate} --yes; exit $?"
    done = subprocess.run(
        ["bash", "-c", line],
        env=_bare(home, CLAUDECODE="1"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == (0 if way in HELD_BY_NOBODY else 4), done.stderr
    if way not in HELD_BY_NOBODY:
        assert b"CLAUDECODE" in done.stderr


def test_the_same_command_without_an_agent_above_decides(candidate: str, home: Path) -> None:
    """Else the test above would show nothing."""
    line = f"{LORE} review approve {candidate} --yes; exit $?"
    done = subprocess.run(
        ["bash", "-c", line], env=_bare(home), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("sign", AGENT_SIGNS)
def test_each_sign_above_is_the_agents_hand(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "_above", [(sign, "amp")])
    found = agent_here()
    assert found is not None
    assert (found.name, found.sign) == (AGENT_SIGNS[sign] or "amp", sign)
    assert "in a program above it" in found.told


@pytest.mark.parametrize("where", ["own", "above"])
@pytest.mark.parametrize("sign", sorted({*AGENT_SIGNS, *SHELL_SIGNS}))
def test_a_form_counts_only_beside_signs_that_servers_are_known_to_have(
    sign: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = signs.SERVER_SIGNS if where == "own" else signs.PROGRAM_SIGNS
    value = f"claude-code{known.get(sign, '') or '1'}"
    if where == "own":
        monkeypatch.setenv(sign, value)
    else:
        monkeypatch.setattr(signs, "_above", [(sign, value)])
    if sign in known:
        assert presence.deciding_in_form().way is presence.Way.FORM
        return
    with pytest.raises(NeedsPerson, match=sign):
        presence.deciding_in_form()


@pytest.mark.parametrize("started", ["by a program", "by a shell", "by a washed shell"])
def test_no_form_of_a_server_that_a_shell_started_counts(started: str, candidate: str, home: Path) -> None:
    """The agent is its own client, and answers the form itself."""
    words = installed_programs().words(installed_programs().lore)
    command = [*words, "mcp"]
    env = _bare(home)
    if started != "by a program":
        command = [
            "bash",
            "-c",
            f"{'env -u GOOSE_TERMINAL ' if 'washed' in started else ''}{' '.join(command)}; exit $?",
        ]
    if started == "by a washed shell":
        env["GOOSE_TERMINAL"] = "1"
    asyncio.run(_answered(command, env, candidate))
    with open_store(home) as store:
        waits = store.candidates.get(candidate).status.value == "waiting"
    assert waits is (started != "by a program")


async def _answered(command: list[str], env: dict[str, str], candidate: str) -> None:
    """Ask for the review of a card, and accept whatever form comes."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.types import ElicitResult

    async def accept(context: object, params: object) -> ElicitResult:
        return ElicitResult(action="accept", content={"decision": "approve"})

    parameters = StdioServerParameters(command=command[0], args=command[1:], env=env)
    async with (
        stdio_client(parameters) as (reads, writes),
        ClientSession(reads, writes, elicitation_callback=accept) as session,
    ):
        await session.initialize()
        await session.call_tool("memory_review", {"id": candidate})


def test_the_programs_above_are_told_nearest_first() -> None:
    script = (
        "from lore.platform import light; print([n for n, e in light.processes_above() if e.get('MARK') == '1'][:1])"
    )
    done = subprocess.run(
        ["bash", "-c", f'MARK=1 bash -c "MARK=2 {sys.executable} -c \\"{script}\\"; true"; true'],
        env={**os.environ, "MARK": "0"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "['bash']"
    assert light.processes_above()
