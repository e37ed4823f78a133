"""Who asks where they were is told of the last session of the project: nobody else is, and of no other session."""

import json
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.distill import distill, waiting, way_named
from lore.handover import asks_where_we_were
from lore.history import carry_out, plan_undo
from lore.projects import project_of
from lore.store import Store
from support.hooking import Session, nobody_drains

ASKED = (
    "where were we?",
    "hey, where did we stop yesterday",
    "please continue where we left off",
    "what was I working on?",
    "wo waren wir stehen geblieben?",
    "Où en étions-nous ?",
    "¿Dónde nos quedamos?",
)
NOTE = {"text": "Invoices are numbered per country.", "quote": "Number the invoices per country."}
NOT_ASKED = (
    "where are the tests?",
    "continue",
    "what was wrong with the login?",
    "Explain where we keep the keys of the staging server",
    "where were we wrong in the parser? " * 8,
)


@pytest.mark.parametrize(("prompt", "asks"), [*((one, True) for one in ASKED), *((one, False) for one in NOT_ASKED)])
def test_only_a_question_of_it_asks(prompt: str, asks: bool) -> None:
    assert asks_where_we_were(prompt) is asks


def _said(store: Store, folder: Path, session: str, day: int, *texts: str) -> None:
    place = {"session": session, "role": "user", "project": project_of(folder).key}
    rows = [
        {**place, "id": f"{session}-{n}", "at": f"2026-01-{day:02}T10:0{n}:00Z", "text": text}
        for n, text in enumerate(texts)
    ]
    file = folder / f"{session}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    capture(store, [file], Options(mine=True))


def test_it_is_given_with_the_prompt_that_asks(store: Store, home: Path, tmp_path: Path) -> None:
    """Your own words without a reader, the goal and what is open in a reader's words until that is undone."""
    _said(store, tmp_path, "s1", 3, "Move the cart into the session store.")
    _said(store, tmp_path, "s2", 5, "Number the invoices per country.", "Then write the tests.")
    _said(store, tmp_path, "s3", 6, "where were we?")
    now = Session(tmp_path, "now")
    with nobody_drains(home):
        assert "last session" not in now.prompt("Number the invoices of Chile too.").text
        told = now.prompt("where were we?").text
        assert (
            "2026-01-05" in told and "“Number the invoices per country.”" in told and "“Then write the tests.”" in told
        )
        assert "cart" not in told
        answer = {"session": "s2", "notes": [NOTE], "narrative": {"intent": "Gapless numbers.", "open": "Chile."}}
        (tmp_path / "answers.jsonl").write_text(json.dumps(answer))
        way = way_named(f"replay:{tmp_path / 'answers.jsonl'}")
        distill(store, way, waiting(store, project=None, session="s2"))
        told = now.prompt("where were we?").text
        assert "worded it: Gapless numbers." in told and "open: Chile." in told
        assert "per country" not in told
        carry_out(store, plan_undo(store))
        assert "“Number the invoices per country.”" in now.prompt("where were we?").text
