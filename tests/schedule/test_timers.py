"""What each system is told, held against the reader of that system where it has one."""

import plistlib
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from lore.schedule.timers import BEGIN, END, NAME, TIMERS, Cron, Job, LaunchAgent, Systemd, WindowsTask

JOB = Job(
    ("/opt/with space/100%/python", "-P", "-m", "lore", "schedule", "run"), 3, (("LORE_HOME", '/data/"my" $lore'),)
)
TASK = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
LINES = st.lists(st.sampled_from(["# mine", "5 4 * * * backup", "", "MAILTO=me", "17 * * * * lore"]), max_size=5)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze reads units, and is not here")
def test_systemd_finds_nothing_wrong_with_its_units(tmp_path: Path) -> None:
    """Also where the program and the folder have spaces, quotes and signs that mean something there."""
    program = tmp_path / "with space" / "100%" / "python"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    job = Job((str(program), "-m", "lore"), 3, JOB.environment)
    for path, content in Systemd().files(job, tmp_path).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    units = [str(path) for path in Systemd().files(job, tmp_path)]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [line for line in done.stderr.splitlines() if NAME in line]
    assert (done.returncode, told) == (0, [])


def test_systemd_starts_a_missed_night_and_ends_one_that_hangs() -> None:
    service, timer = (content.decode() for content in Systemd().files(JOB, Path("/home/me")).values())
    assert "OnCalendar=*-*-* 03:00:00" in timer
    assert "Persistent=true" in timer
    assert 'ExecStart="/opt/with space/100%%/python" "-P" "-m" "lore" "schedule" "run"' in service
    assert r'Environment="LORE_HOME=/data/\"my\" $$lore"' in service
    assert "TimeoutStartSec=3600" in service


def test_launchd_is_given_a_property_list() -> None:
    """It starts at login as well: launchd itself catches up what was slept through, not what was switched off."""
    ((path, content),) = LaunchAgent().files(JOB, Path("/Users/me")).items()
    values = plistlib.loads(content)
    assert path == Path("/Users/me/Library/LaunchAgents/io.github.lore.night.plist")
    assert values["ProgramArguments"] == list(JOB.command)
    assert values["StartCalendarInterval"] == {"Hour": 3, "Minute": 0}
    assert values["RunAtLoad"] is True
    assert values["EnvironmentVariables"] == {"LORE_HOME": '/data/"my" $lore'}


def test_windows_is_given_a_task_that_catches_up_and_never_runs_twice() -> None:
    ((_, content),) = WindowsTask().files(JOB, Path("C:/Users/me")).items()
    task = ElementTree.fromstring(content.decode("utf-16"))
    settings = task.find(f"{TASK}Settings")
    assert settings is not None
    assert settings.findtext(f"{TASK}MultipleInstancesPolicy") == "IgnoreNew"
    assert settings.findtext(f"{TASK}StartWhenAvailable") == "true"
    assert task.findtext(f"{TASK}Actions/{TASK}Exec/{TASK}Command") == JOB.command[0]


@given(LINES, st.booleans())
def test_cron_gets_one_line_and_gives_back_the_table_byte_for_byte(lines: list[str], ends: bool) -> None:
    """Put in twice, it stands there once; a line without an end gets one while ours stands behind it."""
    table = "\n".join(lines) + ("\n" if ends and lines else "")
    cron = Cron()
    once = cron.with_block(table, JOB)
    assert cron.with_block(once, JOB) == once
    assert once.count(BEGIN) == once.count(END) == 1
    assert cron.without_block(once) in (table, f"{table}\n")
    assert cron.without_block(table) == table


def test_a_sign_that_ends_a_line_of_cron_is_escaped() -> None:
    line = Cron().block(JOB).splitlines()[1]
    assert line.startswith("17 * * * * nice -n 10 env ")
    assert r"100\%/python" in line


def test_every_timer_is_known_by_its_name() -> None:
    assert sorted(TIMERS) == ["cron", "launchd", "systemd", "task"]
