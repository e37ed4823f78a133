"""Connect your agents: each change is shown first, written after a yes, tried, and taken back byte for byte."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.actions import Engine
from lore.adapters.install.trial import Trial
from lore.errors import LoreError
from lore.store import Store
from lore_tui.dialogs.plans import ConnectDialog
from lore_tui.keymap import keymap
from lore_tui.plans import look
from lore_tui.present.whole import diff_blocks, done_blocks
from lore_tui.screens.first_start import FirstStart
from lore_tui.widgets.card import LONGEST
from support.agents_home import AgentsHome, Tree, tree
from support.agents_shell import agents_shell
from support.keyboard import Person, at_app, at_keyboard

Golden = Callable[[str, str], None]
CODEX = ".codex/config.toml"
THUMB = re.compile("[▁-█▔](?=│)")
"""Of the bar beside the diff: how much there is depends on where Lore is installed, for its path is wrapped."""
LENGTH = re.compile(r"(?<=@@ -1,3 \+1,)\d+ @@  ")
"""Of the diff in lines: it depends on that path, too."""


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AgentsHome:
    """A home folder with three agents; what the machine itself has installed is out of sight."""
    found = AgentsHome(tmp_path / "user", tmp_path / "programs")
    monkeypatch.setenv("HOME", str(found.folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    found.write(CODEX, 'model = "x"\n')
    found.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
    (found.folder / ".config" / "zed").mkdir(parents=True)
    return found


def settings(user: AgentsHome) -> Tree:
    return tree(user.folder)


def unwrapped(screen: str) -> str:
    """The words of a dialog in one line, wherever its box broke them."""
    inside = (max(line.split("│"), key=len) for line in screen.splitlines() if line.count("│") >= 2)
    return " ".join(" ".join(inside).split())


async def connect(person: Person) -> None:
    """Past the first start, through the palette: Care is opened for nothing else."""
    await person.press(*["escape"] * isinstance(person.app.screen, FirstStart), "colon")
    await person.write("connect your agents")
    await person.press("enter")
    assert isinstance(person.app.screen, ConnectDialog)


async def test_what_would_be_written_is_shown_first(store: Store, user: AgentsHome, golden: Golden) -> None:
    """Each agent here, then the diff of each file; looking, leaving and saying no write nothing."""
    before = settings(user)
    async with at_keyboard(store) as person:
        await connect(person)
        golden("connect.80x24", LENGTH.sub("… @@    ", THUMB.sub(" ", await person.still())))
        assert "Codex: not set up" in person.screen
        await person.press("j", "pagedown", "w")
        assert "Write what you saw to 5 files?" in person.screen
        await person.press("n")
        assert "cancelled" in person.status
        await connect(person)
        await person.press("escape")
        assert person.frame.place == "Review"
    assert settings(user) == before


@pytest.mark.slow("each command of three agents is run as the agent runs it")
async def test_a_yes_writes_and_tries_and_each_way_back_is_byte_for_byte(store: Store, user: AgentsHome) -> None:
    """The entries stand there, every command ran. `x` takes all of it out after a yes, and so does an undo."""
    before = settings(user)
    async with at_keyboard(store, (120, 60)) as person:
        await connect(person)
        await person.press("w", "y")
        assert "wrote to ~/.codex/config.toml" in person.screen
        assert "✓ codex SessionStart:" in person.screen
        assert "✓ codex mcp:" in person.screen
        assert "✗" not in person.screen
        assert "[mcp_servers.lore]" in (user.folder / CODEX).read_text()
        written = settings(user)
        await person.press("escape")
        assert person.status.removeprefix("✓ ").startswith("wrote 5 files of your agents · u undo")
        await connect(person)
        await person.press("x")
        assert "Removing Lore's entries" in person.screen
        assert "Zed: set up" in person.screen
        await person.press("w")
        assert "Remove Lore's entries from 5 files?" in person.screen
        await person.press("y")
        assert settings(user) == before
        await connect(person)
        await person.press("x", "w")
        assert "There are no entries of Lore to remove." in person.screen
        assert "there is nothing to agree to" in person.screen
        await person.press("escape")
        for left in (written, before):
            await person.press("u")
            if "?" in person.status:
                await person.press("y")
            assert settings(user) == left


async def test_a_yes_counts_only_after_the_question_could_be_read(store: Store, user: AgentsHome) -> None:
    """Keys that come in one burst, or are held, write nothing."""
    before = settings(user)
    async with at_keyboard(store) as person:
        await connect(person)
        await person.press("w")
        await person.pilot.press("y")
        await person.settle()
        assert "too fast" in person.screen
        assert settings(user) == before
        await person.press("n")
        await connect(person)
        await person.hold("w", 5)
        await person.press("escape")
        assert settings(user) == before


async def test_what_changed_meanwhile_is_shown_and_not_written(store: Store, user: AgentsHome) -> None:
    """What is written is what was seen, or nothing: the plan as it is now takes its place."""
    async with at_keyboard(store, (200, 160)) as person:
        await connect(person)
        await person.press("w")
        user.write(CODEX, 'model = "another"\n')
        before = settings(user)
        await person.press("y")
        await person.settle()
        assert "changed while you were looking at it" in person.status
        await connect(person)
        await person.press("end")
        assert 'model = "another"' in person.screen
        assert settings(user) == before


async def test_a_file_that_cannot_be_written_is_told_and_the_others_go_on(store: Store, user: AgentsHome) -> None:
    """With the reason and what to do."""
    target = user.write("elsewhere.toml", "")
    (user.folder / CODEX).unlink()
    (user.folder / CODEX).symlink_to(target)
    async with at_keyboard(store, (200, 160)) as person:
        await connect(person)
        await person.press("end")
        assert "is a link" in unwrapped(person.screen)
        await person.press("escape")
        await connect(person)
        await person.press("w", "y")
        assert "is a link" in unwrapped(person.screen)
        assert "wrote to ~/.claude/settings.json" in person.screen
    assert target.read_text() == ""


async def test_without_an_agent_the_reason_stands_there(store: Store, user: AgentsHome) -> None:
    """And no key writes anything."""
    for folder in (".codex", ".claude", ".config"):
        (user.folder / folder).rename(user.folder / f"was{folder}")
    async with at_keyboard(store) as person:
        await connect(person)
        assert "none of the agents that Lore knows is on this machine" in " ".join(person.screen.split())
        await person.press("w", "tab")
        assert "there is nothing to agree to" in person.screen


async def test_an_agent_connects_nothing(
    store: Store, user: AgentsHome, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    """It is a decision: an app without a person in front of it is refused, with the reason."""
    before = settings(user)
    agents_shell(monkeypatch)
    async with at_keyboard(store, engine=Engine(store, stays_open=True)) as person:
        await connect(person)
        await person.press("w", "y")
        assert "not saved: only a person may set up agents" in person.screen
        assert settings(user) == before


def test_a_command_that_fails_is_told_with_its_reason(store: Store, user: AgentsHome) -> None:
    """And so is what kept the trial from going on."""
    done = user.set_up("zed")
    tried: list[Trial | LoreError] = [Trial("zed", "mcp", 12, "it ends with 1"), LoreError("the programs are gone")]
    told = [f"{block.lead}{block.text}" for block in done_blocks(done, tried, keymap().shown)]
    assert "✗ zed mcp: it ends with 1" in told
    assert "✗ the programs are gone" in told
    assert "u on any screen undoes this." in told


def test_a_file_that_is_one_long_line_is_shown_whole(store: Store, user: AgentsHome) -> None:
    """Settings without a line break hide nothing behind a mark, however long they are."""
    lasts = '"zlast": "the very end of it"}'
    user.write(".claude/settings.json", '{"model": "opus", "much": "' + "word " * 6000 + '", ' + lasts)
    files = look(at_app(store)).plan.files
    (file,) = [one for one in files if one.name.endswith(".claude/settings.json")]
    shown = "".join(block.lead + block.text for block in diff_blocks(file.diff()))
    assert lasts[:-1] in shown and "…" not in shown
    assert shown.count("word ") >= 12000
    assert max(len(block.text) for block in diff_blocks(file.diff())) < LONGEST
