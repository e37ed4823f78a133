"""What you type goes where you meant it and stays, whatever happens to it on the way."""

from contextlib import suppress
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input, TextArea

from lore.errors import Busy
from lore.memory import keep_level
from lore.model import CandidateStatus
from lore.store import Store, open_store
from lore.store.local.purge import purge_facts
from lore_tui.widgets.bottom_line import ReasonInput
from lore_tui.widgets.search_box import SearchBox
from support.keyboard import Person, at_keyboard
from support.terminal import LORE, Terminal

NAMES = {"/": "slash", "?": "question_mark", " ": "space", ":": "colon", "\r": "enter"}


async def burst(person: Person, text: str) -> None:
    """Every key at once, as a paste without brackets or a slow line delivers them."""
    for letter in text:
        key = NAMES.get(letter, letter)
        person.app.post_message(events.Key(key, None if letter == "\r" else letter))
    await person.pilot.pause()
    await person.settle()
    await person.pilot.pause()


@pytest.mark.parametrize(
    ("keys", "widget", "text"),
    [
        ("12/zdpiU", SearchBox, "zdpiU"),
        ("R not ours", ReasonInput, " not ours"),
        ("e and more", TextArea, " and more"),
        (":archive", Input, "archive"),
        ("2/one\ri two", TextArea, "one two"),
    ],
)
async def test_keys_that_arrive_at_once_go_where_they_were_meant(
    library: Store, keys: str, widget: type[Input | TextArea], text: str
) -> None:
    """An action that moves the focus has moved it before the next key is handed on: none of the letters acts."""
    before = library.audit.seqs(1)
    async with at_keyboard(library) as person:
        await burst(person, keys)
        box = person.app.screen.query_one(widget)
        assert (box.text if isinstance(box, TextArea) else box.value).endswith(text)
        assert before == library.audit.seqs(1)


def to_memory(terminal: Terminal) -> None:
    terminal.wait_for("1 of 7")
    terminal.tmux("send-keys", "2")
    terminal.wait_for("37 facts")


@pytest.mark.parametrize("editor", ["/no/such/editor", "sh -c 'rm \"$1\"; kill -9 $$' sh"])
def test_the_app_comes_back_from_an_editor_that_fails(
    library: Store,
    terminal: Terminal,
    monkeypatch: pytest.MonkeyPatch,
    editor: str,
) -> None:
    """The list stands again, in the terminal that the app owns, and writing works."""
    terminal.tmux("send-keys", f"export EDITOR={_quoted(editor)}; {LORE}; echo code=$?", "Enter")
    to_memory(terminal)
    terminal.tmux("send-keys", "E")
    terminal.wait_for("the editor")
    terminal.tmux("send-keys", "d")
    terminal.wait_for("36 facts")
    terminal.tmux("send-keys", "q")
    terminal.wait_for("code=0")


def test_what_a_failing_editor_wrote_is_kept_in_a_form(
    library: Store,
    terminal: Terminal,
    tmp_path: Path,
) -> None:
    """It saved the file and then failed: nothing is stored, and the words stand in the form."""
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nprintf "Use pnpm only" > "$1"\nexit 3\n')
    script.chmod(0o755)
    terminal.tmux("send-keys", f"EDITOR={script} {LORE}", "Enter")
    terminal.wait_for("1 of 7")
    terminal.tmux("send-keys", "E")
    terminal.wait_for("ended with code 3", "Use pnpm only")
    assert not [fact for fact in library.facts.select() if fact.text == "Use pnpm only"]


@pytest.mark.parametrize(("keys", "shows"), [("E", "no-such-editor"), ("2/pnpm", "/ pnpm")])
def test_what_you_type_while_the_app_starts_acts_once_it_has(
    library: Store, terminal: Terminal, keys: str, shows: str
) -> None:
    """Keys that were typed behind the command wait for the first card."""
    terminal.tmux("send-keys", f"EDITOR=no-such-editor {LORE}", "Enter")
    terminal.tmux("send-keys", "-l", keys)
    terminal.wait_for(shows)


def test_a_burst_in_a_real_terminal_is_a_search(library: Store, terminal: Terminal) -> None:
    """One write of `/deploy` fills the box."""
    terminal.tmux("send-keys", LORE, "Enter")
    to_memory(terminal)
    before = library.audit.seqs(1)
    terminal.tmux("set-buffer", "/deploy")
    terminal.tmux("paste-buffer")
    terminal.wait_for("/ deploy")
    assert before == library.audit.seqs(1)
    terminal.tmux("send-keys", "Escape")
    terminal.wait_for("37 facts")
    terminal.tmux("send-keys", "q")


async def test_a_refused_new_fact_stays_in_the_form(library: Store, elsewhere: Store, home: Path) -> None:
    """Another process holds the store: the form is back with the text, and saves when the store is free."""
    with open_store(home, budget_s=0.3) as inspection:
        async with at_keyboard(inspection) as person:
            await person.press("2", "i")
            await person.write("Deploy on Tuesdays")
            with elsewhere.write("sync"):
                await person.press("ctrl+s")
                await person.pilot.pause()
            assert person.app.screen.query_one(TextArea).text == "Deploy on Tuesdays"
            assert "not saved" in person.screen
            await person.press("ctrl+s")
            assert "Deploy on Tuesdays" in [fact.text for fact in library.facts.select()]


async def test_an_edit_of_a_fact_that_is_gone_becomes_a_new_one(library: Store) -> None:
    """Purged while you wrote: your words are offered as a new fact."""
    async with at_keyboard(library) as person:
        await person.press("2")
        first = person.rows.current or ""
        await person.press("e")
        await person.write(" and so on")
        with suppress(Busy):  # gone from the tables; the file is cleaned when the app has let it go
            purge_facts(library, [first])
        typed = person.app.screen.query_one(TextArea).text
        await person.press("ctrl+s")
        await person.pilot.pause()
        assert person.app.screen.query_one(TextArea).text == typed
        assert "New fact" in person.screen
        await person.press("ctrl+s")
        assert typed in [fact.text for fact in library.facts.select()]


async def test_words_for_a_proposal_stay_when_it_changed_meanwhile(library: Store) -> None:
    """Both versions are shown; saving again approves yours."""
    async with at_keyboard(library) as person:
        first = person.rows.current or ""
        await person.press("e")
        await person.write(" always")
        typed = person.app.screen.query_one(TextArea).text
        fact = library.candidates.get(first).fact
        with library.write("person") as transaction:
            said = library.facts.update(transaction, fact, action="fact.edit", text="Use bun")
            keep_level(library, transaction, said)
        await person.press("enter")
        await person.pilot.pause()
        assert person.app.screen.query_one(TextArea).text == typed
        assert "- Use bun" in person.screen
        await person.press("enter")
        assert library.candidates.get(first).text == typed
        assert library.candidates.get(first).status is CandidateStatus.APPROVED


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
