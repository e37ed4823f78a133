"""Nights: when one is due, what it does, who hears of it, and how a timer comes and goes."""

import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lore import actions, clock, paths
from lore.actions import Engine
from lore.capture import draining
from lore.cli.program import run
from lore.errors import Conflict
from lore.history import redo_last, undo_last
from lore.schedule.standing import KIND, due, scheduled_before
from lore.store import Store, file_lock, open_store
from support.consolidating import say
from support.hooking import Session, nobody_drains
from support.person import me

SYSTEMCTL = '#!/bin/sh\necho "$@" >> "$HOME/systemctl.log"\nexit ${SYSTEMCTL_FAILS:-0}\n'
CRONTAB = """#!/bin/sh
case "$1" in
  -l) cat "$HOME/table" ;;
  -r) rm "$HOME/table" ;;
  -) cat > "$HOME/table" ;;
esac
"""


@pytest.fixture(autouse=True)
def local_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (("systemctl", SYSTEMCTL), ("crontab", CRONTAB)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    yield tmp_path


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setenv("LORE_NOW", clock.stamp(moment))


def test_a_night_is_due_from_its_hour_on_until_somebody_worked_at_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = datetime(2026, 3, 12, 2, 59, tzinfo=UTC)
    at(monkeypatch, begin)
    assert due(store, 3) == "2026-03-11T03:00:00Z"
    with store.write(KIND) as transaction:
        killed = store.runs.start(transaction, KIND)
    assert due(store, 3) == "2026-03-11T03:00:00Z"
    with store.write(KIND) as transaction:
        store.runs.finish(transaction, killed.id, {})
    assert due(store, 3) is None
    at(monkeypatch, begin + timedelta(minutes=1))
    assert due(store, 3) == "2026-03-12T03:00:00Z"
    at(monkeypatch, begin + timedelta(days=9))
    assert due(store, 3) == "2026-03-20T03:00:00Z"


def test_the_hour_is_that_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Europe/Zurich")
    time.tzset()
    try:
        assert scheduled_before("2026-03-12T02:30:00Z", 3) == "2026-03-12T02:00:00Z"
        assert scheduled_before("2026-07-12T00:30:00Z", 3) == "2026-07-11T01:00:00Z"
    finally:
        monkeypatch.setenv("TZ", "UTC")
        time.tzset()


def test_a_night_consolidates_backs_up_and_asks_the_doctor(home: Path) -> None:
    """A second one finds nothing due; `--now` works at one all the same."""
    with open_store(home) as store:
        for day in (1, 2, 3):
            say(store, f"Use pnpm to install packages, not npm{'!' * day}", day)
    with Engine(home=home) as engine:
        done = actions.night(engine)
        assert done.consolidated is not None
        assert done.backup is not None
        assert done.due == "2026-03-12T03:00:00Z"
        assert done.news == tuple(done.wrong.values())
        assert actions.night(engine).consolidated is None
        assert actions.night(engine, now=True).news == ()
        assert actions.schedule_status(engine).due is None


def test_a_night_reads_what_hooks_left(home: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    with Engine(home=home, folder=web, person=me()) as engine:
        with nobody_drains(home):
            Session(web).prompt("We deploy with fly, never by hand.")
        assert actions.hooks_state(engine).waiting == 1
        assert actions.night(engine, now=True).events == 1
        assert actions.hooks_state(engine).waiting == 0


def test_a_night_goes_on_while_another_process_reads(home: Path) -> None:
    with Engine(home=home) as engine, draining(engine.store.folder):
        done = actions.night(engine, now=True)
    assert (done.events, done.consolidated is None) == (0, False)


def test_what_is_newly_wrong_stands_in_the_status_line(home: Path) -> None:
    with Engine(home=home) as engine:
        news = actions.night(engine).news
        assert len(news) > 0
        assert f"{len(news)} new problem" in actions.status_line(engine)
        actions.night(engine, now=True)
        assert "new problem" not in actions.status_line(engine)


def test_the_times_are_those_of_a_clock_here(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert run(["schedule"]) == 0
        assert "waiting       nothing" in capsys.readouterr().out
        at(monkeypatch, datetime(2026, 3, 10, 18, 30, tzinfo=UTC))
        with Engine(home=home) as engine:
            actions.night(engine)
        at(monkeypatch, datetime(2026, 3, 12, 9, tzinfo=UTC))
        assert run(["schedule", "status"]) == 0
        told = capsys.readouterr().out
        assert "last run      2026-03-11 03:30" in told
        assert "waiting       the night of 2026-03-12 03:00: `lore schedule run`" in told
    finally:
        monkeypatch.undo()
        time.tzset()


def test_two_nights_are_never_worked_at_at_once(home: Path) -> None:
    with Engine(store=open_store(home)) as engine, file_lock(paths.night_lock(home), budget_s=0):
        done = actions.night(engine)
    assert (done.is_busy, done.consolidated) == (True, None)


def test_a_timer_is_put_in_undone_and_taken_out(machine: Path, home: Path) -> None:
    units = machine / ".config" / "systemd" / "user"
    with Engine(home=home, person=me()) as engine:
        plan = actions.install_schedule(engine)
        assert plan.timer.name == "systemd"
        assert sorted(path.name for path in units.iterdir()) == ["lore-night.service", "lore-night.timer"]
        assert sys.executable in (units / "lore-night.service").read_text()
        assert actions.schedule_status(engine).timer == "systemd"
        assert actions.plan_schedule(engine).changes == ()
        undo_last(engine.store)
        assert list(units.iterdir()) == []
        assert actions.schedule_status(engine).timer is None
        redo_last(engine.store)
        assert len(list(units.iterdir())) == 2
        assert actions.remove_schedule(engine) == "systemd"
        assert list(units.iterdir()) == []
    asked = (machine / "systemctl.log").read_text().splitlines()
    on, off = "--user enable --now lore-night.timer", "--user disable --now lore-night.timer"
    assert [line for line in asked if "able" in line] == [on, off, on, off]


def test_nothing_stays_where_the_system_refuses(
    machine: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SYSTEMCTL_FAILS", "1")
    assert run(["schedule", "install", "--yes"]) == 1
    assert "--with cron" in capsys.readouterr().err
    assert list((machine / ".config" / "systemd" / "user").iterdir()) == []
    with Engine(home=home) as engine:
        assert actions.schedule_status(engine).timer is None


@pytest.mark.parametrize("table", [None, "5 4 * * * backup\n"])
def test_cron_keeps_what_others_put_there(machine: Path, home: Path, table: str | None) -> None:
    place = machine / "table"
    if table is not None:
        place.write_text(table)
    with Engine(home=home, person=me()) as engine:
        actions.install_schedule(engine, timer="cron")
        assert place.read_text().startswith(table or "# lore: begin")
        with pytest.raises(Conflict):
            actions.install_schedule(engine, timer="systemd")
        actions.remove_schedule(engine)
    assert (place.read_text() if place.exists() else None) == table


def test_a_dry_run_shows_it_and_writes_nothing(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schedule", "install", "--dry-run"]) == 0
    assert "+OnCalendar=*-*-* 03:00:00" in capsys.readouterr().out
    assert not (machine / ".config").exists()


def test_an_agent_installs_no_timer(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.delenv("LORE_NOW")
    assert run(["schedule", "install", "--yes"]) == 4
    assert not (machine / ".config").exists()


@pytest.mark.parametrize("fault", ["it never ran", "its program is gone"])
def test_a_timer_that_is_dead_is_told(machine: Path, home: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """Also one that never left a mark, because the system never started it."""
    from lore.doctor import Outcome, run_checks

    at(monkeypatch, datetime(2026, 3, 1, 12, tzinfo=UTC))
    if fault == "its program is gone":
        monkeypatch.setattr(sys, "executable", str(machine / "gone" / "python"))
    with Engine(home=home, person=me()) as engine:
        actions.install_schedule(engine)
    at(monkeypatch, datetime(2026, 3, 20, 12, tzinfo=UTC))
    (finding,) = [one.finding for one in run_checks(home).results if one.check.id == "schedule"]
    assert (finding.outcome, "lore schedule install" in str(finding.fix)) == (Outcome.WARN, True)
    assert ("never ran" if fault == "it never ran" else "is gone") in finding.says
