"""Lines that wait for a writer: whatever else stands among them breaks nothing."""

import json
import os
from pathlib import Path

from lore import paths
from lore.doctor.check import Outcome
from lore.doctor.inspection import Inspection
from lore.doctor.truth import drain, spool as look_at_the_spool
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.store import Store
from lore.store.local.spool import Spool

ODD: tuple[object, ...] = ({}, [], 5, True, 1.5, None, "\ud800")
"""Values of other types, and a text that cannot be written."""


def test_a_bad_line_in_the_spool_breaks_no_write(store: Store, home: Path) -> None:
    """It is set aside, the lines around it are taken over, `lore doctor` names it, and a repair removes it."""
    saved = add_fact(store, NewFact("Use uv, not pip", Kind.CONVENTION)).fact
    good = {"id": "one", "fact": saved.id, "session": None, "kind": "taken up", "at": "2026-03-12T09:00:00Z"}
    odd = [{**good, name: value} for name in good for value in ODD if (name, value) != ("session", None)]
    garbage = ["garbage", "[]", "[" * 100_000, '"x"', "{}", '{"id": 1}', json.dumps({**good, "more": 1})]
    bad = [*map(json.dumps, odd), *garbage]
    folder = paths.spool_folder(home)
    folder.mkdir()
    (folder / "1.jsonl").write_text("\n".join([json.dumps(good), *bad, json.dumps({**good, "id": "two"})]) + "\n")
    os.mkfifo(folder / "2.jsonl")
    (folder / "3.jsonl").symlink_to(home / "secret.key")
    add_fact(store, NewFact("The mascot is an axolotl", Kind.NOTE))
    assert store.facts.usage([saved.id])[saved.id].accesses == 2
    assert Spool(home).set_aside() == [line.encode() for line in bad]
    inspection = Inspection(home)
    assert f"{len(bad)} lines that Lore did not write" in look_at_the_spool(inspection).says
    assert drain(inspection) == len(bad)
    assert look_at_the_spool(inspection).outcome is Outcome.OK
    inspection.close()
