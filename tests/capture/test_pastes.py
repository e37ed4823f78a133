"""A terminal or a program's review that a person pasted is nobody's, whatever stands round it and at any length."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.capture.authorship import typed_text
from lore.capture.stated import stated_in
from lore.model import Role
from lore.store import Store
from support import pastes
from support.agents import Said, written

GROUPS: list[Callable[[], Iterator[tuple[str, str]]]] = [
    pastes.terminals,
    pastes.tool_frames,
    pastes.outputs,
    pastes.reviews,
]
IN_DOUBT = ("after it, at once", "round it")
"""Where looks decide over what is typed: right above a paste in its paragraph, and between and below one."""


@pytest.mark.parametrize("made", GROUPS, ids=lambda made: made.__name__)
def test_no_sentence_of_a_paste_is_the_persons(made: Callable[[], Iterator[tuple[str, str]]]) -> None:
    """Every shell, frame and review, in every length, alone and beside what the person typed."""
    every = [one for name, text in made() for one in pastes.placed(name, text)]
    assert len(every) > 150
    assert [one.name for one in every if pastes.RULE in typed_text(one.text)] == []
    sure = [one for one in every if one.typed and not one.name.endswith(IN_DOUBT)]
    assert [one.name for one in sure if pastes.OWN not in typed_text(one.text)] == []


@pytest.mark.parametrize(
    "text",
    [
        f"$ npm test\n3 failing\n\nwhy does it fail?\n\n{pastes.OWN}",
        f"{pastes.OWN}\n\n## Critical\n\nThe login is broken.",
        f"I spent $ 5 on it. {pastes.OWN}",
        f"Copilot reviewed my PR and found nothing. {pastes.OWN}",
        f"anna@example.com wrote 100 % of it. {pastes.OWN}",
        f"Look at src/a.ts around line 40. {pastes.OWN}",
        f"Severity is high here.\n{pastes.OWN}",
        f"- high priority: the login\n- {pastes.OWN}",
        f"npm error again, look at it. {pastes.OWN}",
        f"File: src/a.ts is where it breaks. {pastes.OWN}",
        f"• the login\n• {pastes.OWN}",
        f"1.5 hours wasted on this. {pastes.OWN}",
        f"## Review\n\nThe importer is slow.\n\n{pastes.OWN}",
        f"## High\n\nThe login.\n\n## Low\n\n{pastes.OWN}\n\nThat is all.",
        f"Severity: high\n\n{pastes.OWN}\n\nThat is all.",
        f"Discord bot\n\n{pastes.OWN}\n\nThat is all.",
        f"Bob reviewed it.\n\n{pastes.OWN}\n\nThat is all.",
        f"![the button](https://example.com/shot.png)\n\n{pastes.OWN}\n\nThat is all.",
        f"[URGENT] the login. {pastes.OWN}",
        f"rate(x[5m]) is wrong. {pastes.OWN}",
        f"browser-> gateway -> api. {pastes.OWN}",
        f"(optional) the login. {pastes.OWN}",
        f"=> {pastes.OWN}",
        f"me@work later. {pastes.OWN}",
        f"see https://example.com/a#L10 and [P1] in the list. {pastes.OWN}",
    ],
)
def test_what_only_reminds_of_a_paste_stays_the_persons(text: str) -> None:
    assert [one.text for one in stated_in(text) if one.text.endswith(pastes.OWN)]


def test_a_capture_keeps_the_persons_rule_and_not_the_pasted_one(store: Store, tmp_path: Path) -> None:
    pasted = f"anna@box:~/shop$ cat NOTES.md\n{pastes.RULE}\n\nMore of it.\n\nanna@box:~/shop$"
    review = f"coderabbitai bot commented 2 hours ago\n\n{pastes.RULE}"
    file = tmp_path / "session.jsonl"
    file.write_bytes(written("neutral", [Said("user", f"{pastes.OWN}\n\n{pasted}"), Said("user", review)]))
    capture(store, [file], Options(mine=True))
    assert [fact.text for fact in store.facts.select()] == [pastes.OWN]
    session = next(iter(store.sessions.select()))
    assert [turn.role for turn in store.sessions.turns(session.id)] == [Role.USER, Role.USER]


@pytest.mark.parametrize("salutation", ["Hi all,", "Dear Bob,", "Hallo zusammen,", "Bonjour à tous,", "Hola equipo,"])
def test_a_letter_below_what_is_asked_is_nobodys(salutation: str) -> None:
    """Down to its end, in any language; what begins with a greeting is typed."""
    letter = f"{salutation}\n\n{pastes.RULE} Thanks.\n\nBest regards,\nBob"
    assert typed_text(f"Answer this mail for me.\n\n{letter}").split("\n")[0] == "Answer this mail for me."
    assert pastes.RULE not in typed_text(f"Answer this mail for me.\n\n{letter}")
    assert pastes.RULE in typed_text(f"{salutation}\n\n{pastes.RULE}")
