"""A session that was read counts as read, whatever the ids of its messages look like."""

import json
from pathlib import Path

import pytest

from distill.conftest import captured, note, recorded
from lore.capture import Options, capture
from lore.distill import distill, reader_state, unread, waiting, way_named
from lore.distill.calls import note_call, place_of
from lore.distill.ways import Way
from lore.memory import remember
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role
from lore.store import Store
from support.agents import Said

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


SENTENCE = "i thought the pattern was to run examples with bun run not a path"
WORDING = "Run the examples with bun run, not a path"


def _kept_by_an_earlier_release(store: Store, folder: Path, decide: str) -> tuple[str, str]:
    """A session whose note is the person's sentence alone; returns its id and that of the fact."""
    name = captured(store, folder / "transcripts", (Said("user", SENTENCE),))
    with store.write("model") as transaction:
        said = store.sessions.turns(name)[0]
        fact = Fact(
            id="", text=Clean(SENTENCE), kind=Kind.CONVENTION, layer=Layer.USER, project=None, origin=Origin.READ
        )
        evidence = Evidence(Clean(SENTENCE), name, said.source_id, Role.USER, "neutral", said.at)
        kept = remember(store, transaction, fact, [evidence]).fact
        note_call(transaction, name, Way("replay", "x"), {"notes": 1, "kept": 1, "up_to": place_of(said)})
        if decide:
            store.facts.update(transaction, kept.id, action="fact.edit", **{decide: True})
    return name, kept.id


@pytest.mark.parametrize("decide", ["", "pinned"])
def test_what_an_earlier_release_kept_as_a_sentence_is_counted_and_takes_a_wording(
    store: Store, tmp_path: Path, decide: str
) -> None:
    """It is told with its command, read again once, and the sentence stays its evidence; what you pinned stays."""
    session, fact = _kept_by_an_earlier_release(store, tmp_path, decide)
    assert "notes of 1 session are your sentences alone: `lore distill --again`" in reader_state(store).to_read_again
    assert waiting(store, project=None, session=None) == []
    way = way_named(
        recorded(tmp_path / "answers.jsonl", session, [note(WORDING, "run examples with bun run not a path")])
    )
    distill(store, way, waiting(store, project=None, session=None, again=True))
    found = store.facts.get(fact)
    assert found.text == (SENTENCE if decide else WORDING)
    assert [one.quote for one in store.facts.evidence([fact])[fact]] == [SENTENCE]
    assert reader_state(store).to_read_again == "" and waiting(store, project=None, session=None, again=True) == []
