"""Sixty working days in one process: what is said, corrected, replaced and forgotten ends where it should.

`tests/bench/year.py` lives through a whole year, with real sessions between them, and demands more.
"""

from pathlib import Path

import pytest

from support.year_run import Year, by_month
from support.year_sessions import Calendar
from support.year_verdicts import verdicts

DAYS = 60
SHOWN = {
    "the old way gives way",
    "a strong cue finds it",
    "a corrected rule stays away (black)",
    "a corrected rule stays away (8001)",
    "nothing is deleted",
}


@pytest.mark.nightly("each step has tests of its own: capture/test_taken_back, search/test_found")
def test_sixty_days_show_what_they_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was counted before a correction does not bring the rule back, nothing is lost, and the queue stays short."""
    monkeypatch.delenv("LORE_NOW")
    year = Year(Calendar(DAYS, 1), tmp_path / "year", twice=range(9, DAYS, 13), whole_nights=False)
    year.run()
    found = {one.name: one for one in verdicts(year)}
    year.close()
    assert {name for name, one in found.items() if one.holds} >= SHOWN, [str(one) for one in found.values()]
    assert year.repeated == 4 and year.changed == []
    assert len(by_month(year.figures)) == 3
    assert year.figures[-1].conventions > 15 and year.figures[-1].queue == 0
