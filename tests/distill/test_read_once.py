"""A session that was read counts as read, whatever the ids of its messages look like."""

import json
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.distill import distill, unread, waiting, way_named
from lore.store import Store

IDS = (
    "m2",
    "52hlzhntso3bbra3ixfx",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "9f86d081884c7d659a2feaa0c55ad015",
    "a b",
)


@pytest.mark.parametrize("name", IDS)
def test_it_waits_no_more_until_it_goes_on(store: Store, tmp_path: Path, name: str) -> None:
    """An id that is masked in the log as a secret would have it read, and paid for, at every stop."""

    def said(*lines: tuple[str, str]) -> None:
        file = tmp_path / "session.jsonl"
        rows = [{"session": "s1", "id": one, "role": "user", "text": text} for one, text in lines]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        capture(store, [file], Options(mine=True))

    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"session": "s1", "notes": []}) + "\n")
    first = (("m1", "Never push on Fridays."), (name, "Then run the tests of the importer."))
    said(*first)
    assert len(unread(store)) == 1
    distill(store, way_named(f"replay:{answers}"), waiting(store, project=None, session=None))
    assert unread(store) == [] and waiting(store, project=None, session=None) == []
    said(*first, ("m3", "And never on Mondays."))
    assert len(unread(store)) == 1
