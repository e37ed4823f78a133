"""What you approved and has no room when a session starts is a finding."""

from pathlib import Path

from lore import actions
from lore.actions import Engine
from lore.doctor import run_checks
from lore.presence import deciding
from lore.store import Store


def test_what_you_approved_and_has_no_room_is_told(store: Store, home: Path, tmp_path: Path) -> None:
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path)
    saved = actions.save(engine, "Use pnpm, never npm or yarn.")
    actions.pin(engine, [saved.fact.id])

    def says() -> tuple[str, str]:
        (result,) = [one for one in run_checks(home).results if one.check.id == "given"]
        return result.finding.says, result.finding.fix or ""

    assert says() == ("everything that you approved is given when a session starts", "")
    actions.change_settings(engine, {"context.budget": 3})
    told, step = says()
    assert told.startswith("1 fact that you approved, with no room") and "context.budget" in step
