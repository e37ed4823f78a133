"""Whatever an agent wrote is shown literally: nothing of it acts, hides or breaks the app."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import TextArea

from lore import actions
from lore.memory.categories import Category, keep
from lore.memory.proposals import propose
from lore.model import (
    Clean,
    Digest,
    DigestLine,
    DigestSpan,
    Event,
    EventKind,
    Evidence,
    Fact,
    Heading,
    Kind,
    Layer,
    Role,
    Session,
    Turn,
)
from lore.store import Store
from lore_tui.text import harmless, literal, row_text
from support.agents_home import AgentsHome
from support.examples import sized
from support.keyboard import Person, at_app, at_keyboard, screen_strips
from support.publishing import make_repository
from support.tables import tables_of

HOSTILE = {
    "clipboard": "\x1b]52;c;ZXZpbA==\x07copy me",
    "title": "\x1b]0;owned\x07title",
    "colour": "\x1b[31mred\x1b[0m",
    "c1": "\x9b31mred\x9d52;c;ZXZpbA==\x9c",
    "bell and friends": "a\x00b\x07c\x08d\x7fe",
    "action": "[@click=app.simulate_key('d')]click me[/]",
    "file": "[@click=app.screenshot('evil.svg','/tmp')]click me[/]",
    "closing tag": "list[/foo] and [/] and [link=javascript:1]x[/link]",
    "bidi": "allow \u202eyned\u202c and \u2066x\u2069",
    "invisible": "ad\u200bmin\u2060 \ufeffroot \u00ad\u115f",
    "tags": "hello\U000e0041\U000e0042\U000e007f",
    "lines": "first\nsecond\r\nthird\u2028fourth\x0bfifth",
    "wide": "👩‍👩‍👧‍👦 ❤️ 日本語 ＡＢＣ " * 8,
    "long": "x" * 10_000,
    "marks": "e" + "\u0301" * 200,
    "surrogate": "broken \ud83d half",
    "percent": "%s %d {0} {name} $HOME `id` $(id)",
    "empty": " ",
}
FORBIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u115f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
"""What must never reach the terminal."""


def storable(text: str) -> Clean:
    """The text as a damaged or foreign store could hold it: past the intake door, but storable by SQLite."""
    return Clean(text.replace("\ud83d", "\ufffd"))


@pytest.fixture
def poisoned(store: Store) -> Store:
    """Every string in every field, without the intake door that would have cleaned it."""
    with store.write("hook") as transaction:
        for number, text in enumerate(map(storable, HOSTILE.values())):
            session = store.sessions.put(transaction, Session(f"s{number}", text, project=text, title=text))
            evidence = Evidence(text, session.id, f"m{number}", Role.TOOL, text, "2026-03-01T00:00:00Z")
            fact = Fact(
                "", text, Kind.NOTE, layer=Layer.PROJECT, project=text, tags=(text,), wrong=text, right=text,
                problem=text, solution=text, concepts=(text,), files=(text,),
            )  # fmt: skip
            stored = store.facts.add(transaction, fact, [evidence])
            turn = Turn(session.id, f"m{number}", Role.USER, text, "2026-03-01T00:00:00Z", speaker=text)
            store.sessions.add_turns(transaction, session.id, [turn])
            store.sessions.add_events(
                transaction, session.id, [Event(session.id, f"e{number}", EventKind.COMMAND, text, text)]
            )
            propose(store, transaction, stored, because=text, sessions=number)
            keep(store, transaction, Category(f"of{number}", text, (text,), summary=text))
            line = DigestLine(Heading.GOALS, text, stored.id, tainted=True).kept()
            day = f"2026-03-{number + 1:02}T00:00:00Z"
            told = Digest(DigestSpan.SESSION, text, day, day, text, (line,), (stored.id,), True, session.id)
            store.digests.add(transaction, told)
    return store


def bytes_out(person: Person) -> str:
    """Everything the screen would send to the terminal, without the line breaks between its lines."""
    strips = screen_strips(person.app)
    return "".join(segment.text for strip in strips for segment in strip if not segment.control)


@pytest.mark.long_form
@pytest.mark.slow("every hostile text stands once under the cursor of every screen")
@pytest.mark.parametrize("size", [(80, 24), *sized((), ((60, 15), (120, 40)))])
async def test_no_screen_lets_hostile_text_through(poisoned: Store, size: tuple[int, int]) -> None:
    """Facts, cards, review and questions of every string: no forbidden character, no crash, no action."""
    before = acts(poisoned)
    async with at_keyboard(poisoned, size) as person:
        for screen in "1234":
            await person.press(screen)
            for _ in HOSTILE:
                assert not FORBIDDEN.findall(bytes_out(person))
                await person.press("j")
            await person.press("g", "space", "G", "space")
            for keys in (["enter"], ["J"], ["escape"], [{"2": "d", "1": "A"}.get(screen, "J")], ["n"]):
                await person.press(*keys)
                assert not FORBIDDEN.findall(bytes_out(person))
            await person.press("escape")
    assert acts(poisoned) == before


def acts(store: Store) -> int:
    """Events of the log; the doctor notes each of its visits there, which Health begins."""
    return sum(event.actor != "doctor" for event in store.audit.select())


def must_be_harmless(person: Person) -> None:
    """Nothing of what is on the screen acts or hides, toasts and dialogs included."""
    assert not FORBIDDEN.findall(bytes_out(person))


@pytest.mark.long_form
@pytest.mark.slow("eight dialogs over every third screen")
async def test_no_dialog_lets_hostile_text_through(poisoned: Store, tmp_path: Path) -> None:
    """Help, palette, pick lists, forms, publishing and its list of projects, over every screen."""
    with poisoned.write("hook") as change:
        for fact in poisoned.facts.select():
            change.update("facts", fact.id, {"tainted": 0, "approved_at": "2026-03-01T00:00:00Z"}, "fact.edit")
    before = acts(poisoned)
    async with at_keyboard(poisoned) as person:
        for pressed in "1234"[:: sized(3, 1)]:
            await person.press(pressed)
            for keys in (["question_mark"], ["colon"], ["f"], ["e"], ["P"], ["R"]):
                await person.press(*keys)
                must_be_harmless(person)
                await person.press("escape", "escape", "escape")
            await person.press("escape", "y")
    assert acts(poisoned) == before


async def test_the_ways_a_query_goes_on_are_literal(poisoned: Store) -> None:
    """Names of projects, tags, agents and files, offered below the box and taken with Tab."""
    async with at_keyboard(poisoned) as person:
        await person.to_memory()
        for field in ("tag:", "project:", "agent:", "file:"):
            await person.press("slash")
            await person.write(field)
            must_be_harmless(person)
            for _ in range(2):
                await person.press("tab")
                must_be_harmless(person)
            await person.press("escape")


async def test_hostile_names_of_files_and_their_texts_are_literal(
    poisoned: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A memory file full of it, and documents that are called so."""
    root = make_repository(tmp_path / "web")
    everything = "\n\n".join(map(storable, HOSTILE.values()))
    (root / "CLAUDE.md").write_text(f"# Web\n\n{everything}\n", encoding="utf-8")
    (root / "docs").mkdir()
    for text in map(storable, HOSTILE.values()):
        name = text.replace("/", "").replace("\0", "").encode()[:60].decode(errors="ignore").strip()
        (root / "docs" / f"{name}x.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    monkeypatch.chdir(root)
    actions.add_documents(at_app(poisoned), root / "docs")
    async with at_keyboard(poisoned, (120, 40)) as person:
        await person.press("4", "tab", "tab")
        files = person.frame.query_one("#files")
        assert person.frame.focused is files and len(files.ids) > 5  # type: ignore[attr-defined]
        for number in range(len(files.ids)):  # type: ignore[attr-defined]
            must_be_harmless(person)
            if number % 4 == 0:
                await person.press("y", "enter")
                must_be_harmless(person)
                await person.press("escape")
            await person.press("j")
        must_be_harmless(person)


@pytest.mark.long_form
async def test_hostile_settings_of_agents_are_literal_and_masked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands around the lines that set-up would write is somebody's text, and may hold a key of theirs."""
    user = AgentsHome(tmp_path / "user", tmp_path / "programs")
    monkeypatch.setenv("HOME", str(user.folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    texts = [*map(storable, HOSTILE.values()), f"token {secret}", " " * 150 + "run me"]
    events = ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact")
    for start in range(0, len(texts), len(events) * sized(3, 1)):
        named = dict(zip(events, texts[start:], strict=False))
        hooks = {event: [{"hooks": [{"type": "command", "command": text}]}] for event, text in named.items()}
        settings = {"model": texts[-2], "hooks": hooks}
        user.write(".claude/settings.json", json.dumps(settings, indent=2, ensure_ascii=False))
        async with at_keyboard(store, (120, 60)) as person:
            await person.press("escape", "colon")  # an empty home begins with the first start
            await person.write("set up agents")
            await person.press("enter")
            assert "SessionStart" in person.screen
            for _ in range(4):
                must_be_harmless(person)
                assert secret not in person.screen
                await person.press("pagedown")
            await person.press("w", "n", "x", "escape")
            must_be_harmless(person)
    assert acts(store) == 0


async def test_keys_that_somebody_else_set_are_told_of_literally(library: Store) -> None:
    """A store may hold any setting: the app opens with the default keys, and says why without acting on it."""
    with library.write("hook") as change:
        text = " ".join(HOSTILE[name] for name in ("title", "action", "bidi", "lines"))
        library.settings.put(change, "app.keys", storable(f"fact.pin={text}"))
    async with at_keyboard(library, (120, 40)) as person:
        await person.pilot.pause()
        must_be_harmless(person)
        await person.press("question_mark")
        must_be_harmless(person)
        assert person.app.is_running


@pytest.mark.long_form
async def test_the_shared_set_of_hostile_texts_is_harmless(store: Store, shared: Path, tmp_path: Path) -> None:
    """Each of its lines as a fact, a quotation, a proposal and a reason: list, card and review of every one."""
    generator = shared / "data" / "security" / "gen_hostile_dev.py"
    subprocess.run([sys.executable, str(generator), str(tmp_path)], check=True, capture_output=True)
    lines = map(json.loads, (tmp_path / "hostile-dev.jsonl").read_text(encoding="utf-8").splitlines())
    hostile = [line for line in lines if line["class"] != "legit"]
    joiners = {"\u200c", "\u200d"}  # needed by languages and emoji, in their place: see `literal`
    forbidden = sorted({one for line in hostile for one in line["must_not_contain"]} - joiners)
    texts = [storable(line["text"][:2_000]) for line in hostile[:: sized(3, 1)]]
    with store.write("hook") as transaction:
        for number, text in enumerate(texts):
            quoted = Evidence(text, f"s{number}", f"m{number}", Role.TOOL, "codex", "2026-03-01T00:00:00Z")
            stored = store.facts.add(transaction, Fact("", text, Kind.NOTE, tags=(storable(text[:40]),)), [quoted])
            propose(store, transaction, stored, because=text, sessions=number)
    before = acts(store)
    async with at_keyboard(store, (120, 40)) as person:
        for screen in ("1", "2", "3"):
            await person.press(screen)
            for _ in range(max(1, len(person.rows.ids) // 3)):
                shown = bytes_out(person)
                assert [one for one in forbidden if one in shown] == []
                person.rows.move(3)
                await person.pilot.pause()
    assert acts(store) == before


@pytest.mark.long_form
async def test_what_was_said_is_literal_inside_its_session(poisoned: Store) -> None:
    """Every message and command, its card, what it comes to, and the pick list of the log."""
    async with at_keyboard(poisoned) as person:
        await person.press("3")
        for number in range(len(HOSTILE)):
            assert not FORBIDDEN.findall(bytes_out(person))
            for key in () if number % sized(6, 1) else ("enter", "j", "enter", "escape", "n", "escape", "escape"):
                await person.press(key)
                assert not FORBIDDEN.findall(bytes_out(person))
            await person.press("j")
        await person.press("f")
        assert not FORBIDDEN.findall(bytes_out(person))
        await person.press("escape", "enter", "j", "enter")
        assert not FORBIDDEN.findall(bytes_out(person))


async def test_clicking_on_hostile_text_runs_nothing(poisoned: Store) -> None:
    """A link or an action inside a fact is text."""
    before = acts(poisoned)
    async with at_keyboard(poisoned) as person:
        for y in range(1, 22, 3):
            await person.pilot.click(offset=(30, y))
        assert person.app.is_running
    assert acts(poisoned) == before


async def test_a_form_and_a_message_show_hostile_text_as_marks(poisoned: Store) -> None:
    """What is saved from a form is what was seen in it; the status line quotes what was archived."""
    fact = next(fact for fact in poisoned.facts.select() if fact.text == HOSTILE["closing tag"])
    everything = storable("\n".join(HOSTILE.values()))
    with poisoned.write("hook") as change:
        whole = poisoned.facts.add(change, Fact("", everything, Kind.NOTE))
    async with at_keyboard(poisoned) as person:
        await person.to_memory()
        person.rows.go_to(whole.id)
        await person.press("e")
        must_be_harmless(person)
        assert person.app.screen.query_one(TextArea).text == literal(poisoned.facts.get(whole.id).text)
        await person.press("escape")
        person.rows.go_to(fact.id)
        await person.pilot.pause()
        await person.press("d")
        assert "archived “list[/foo] and [/]" in person.status


async def test_a_damaged_row_says_so_in_its_place(library: Store) -> None:
    """One row that cannot be read does not take the others with it."""
    with tables_of(library.folder) as connection:
        damaged = library.facts.ids()[1]
        connection.execute("UPDATE facts SET text = 'changed behind its back' WHERE id = ?", [damaged])
    async with at_keyboard(library) as person:
        await person.to_memory()
        assert "damaged" in person.screen
        person.rows.go_to(damaged)
        await person.press("d", "p", "e", "y", "enter", "escape")
        assert person.app.is_running


def test_hidden_characters_become_visible_marks() -> None:
    """A reviewer sees what stands there."""
    assert literal("ad\u200bmin \u202eyned") == "ad‹U+200B›min ‹U+202E›yned"
    assert literal("a\x1b[31mb") == "a‹U+001B›[31mb"


@pytest.mark.parametrize("text", ["👩‍👩‍👧‍👦 ❤️", "می‌خواهم", "हिन्दी क्‍ष", "naïve café", "日本語"])
def test_what_languages_and_emoji_need_stays(text: str) -> None:
    """Joiners and selectors in their place are not hidden characters."""
    assert literal(text) == text
    assert harmless(text) == text


@pytest.mark.parametrize("cells", [0, 1, 7, 80])
def test_a_row_is_exactly_as_wide_as_it_should_be(cells: int) -> None:
    """Whatever it holds, the columns right of it stay where they are."""
    for text in HOSTILE.values():
        from rich.cells import cell_len

        assert cell_len(row_text(text, cells)) == cells
