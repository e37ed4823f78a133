"""What each system is told so that it starts Lore at night: systemd, launchd, cron and the tasks of Windows.

Each timer is data and text, made on any system, so that the tests look at all four. It starts one command once an hour
or at a fixed hour; whether a night is due is for `lore.schedule.standing` to say, so a missed one is caught up once.
"""

import plistlib
import shlex
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from xml.sax.saxutils import escape

from lore.errors import LoreError
from lore.platform import children

NAME = "lore-night"
LABEL = "io.github.lore.night"
"""What launchd calls it."""
LONGEST_S = 3_600
"""After so long a night is ended; the next one goes on where it was."""
NICE = 10
BEGIN, END = "# lore: begin", "# lore: end"
"""Around what is ours in the table of cron."""

Programs = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Job:
    """What is started, and when."""

    command: tuple[str, ...]
    hour: int
    """Of the day, in local time."""
    environment: tuple[tuple[str, str], ...] = ()


class Timer(ABC):
    """One way to start something at night."""

    name: str

    @abstractmethod
    def files(self, job: Job, home: Path) -> Mapping[Path, bytes]:
        """The files that say what is started and when. home: the home folder of the user."""

    @abstractmethod
    def on(self, home: Path) -> Programs:
        """What makes the system read the files, once they are there."""

    @abstractmethod
    def off(self, home: Path) -> Programs:
        """What makes it forget them, before they are removed."""

    def after(self) -> Programs:
        """What is run when they are removed."""
        return ()


class Systemd(Timer):
    """A timer of the user's own systemd. A night that was missed is started when the machine is on again."""

    name = "systemd"

    def files(self, job: Job, home: Path) -> Mapping[Path, bytes]:
        folder = home / ".config" / "systemd" / "user"
        settings = "".join(f'Environment="{_for_systemd(f"{name}={value}")}"\n' for name, value in job.environment)
        command = " ".join(f'"{_for_systemd(word)}"' for word in job.command)
        service = (
            "[Unit]\nDescription=Lore: the memory of your agents is put in order\n\n"
            f"[Service]\nType=oneshot\n{settings}ExecStart={command}\nNice={NICE}\nTimeoutStartSec={LONGEST_S}\n"
        )
        timer = (
            "[Unit]\nDescription=Lore: every night\n\n"
            f"[Timer]\nOnCalendar=*-*-* {job.hour:02d}:00:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n"
        )
        return {folder / f"{NAME}.service": service.encode(), folder / f"{NAME}.timer": timer.encode()}

    def on(self, home: Path) -> Programs:
        return (("systemctl", "--user", "daemon-reload"), ("systemctl", "--user", "enable", "--now", f"{NAME}.timer"))

    def off(self, home: Path) -> Programs:
        return (("systemctl", "--user", "disable", "--now", f"{NAME}.timer"),)

    def after(self) -> Programs:
        return (("systemctl", "--user", "daemon-reload"),)


def _for_systemd(word: str) -> str:
    """A word between double quotes, where `%` and `$` stand for something else."""
    return word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")


class LaunchAgent(Timer):
    """An agent of launchd. It also starts at login, for the night that was missed while the machine was off."""

    name = "launchd"

    def files(self, job: Job, home: Path) -> Mapping[Path, bytes]:
        values: dict[str, object] = {
            "Label": LABEL,
            "ProgramArguments": list(job.command),
            "StartCalendarInterval": {"Hour": job.hour, "Minute": 0},
            "RunAtLoad": True,
            "Nice": NICE,
            "ProcessType": "Background",
        }
        if job.environment:
            values["EnvironmentVariables"] = dict(job.environment)
        return {self._path(home): plistlib.dumps(values, sort_keys=False)}

    def on(self, home: Path) -> Programs:
        return (("launchctl", "load", "-w", str(self._path(home))),)

    def off(self, home: Path) -> Programs:
        return (("launchctl", "unload", "-w", str(self._path(home))),)

    def _path(self, home: Path) -> Path:
        return home / "Library" / "LaunchAgents" / f"{LABEL}.plist"


class Cron(Timer):
    """A line in the user's table of cron, which is asked for every hour: cron itself catches nothing up."""

    name = "cron"

    def files(self, job: Job, home: Path) -> Mapping[Path, bytes]:
        return {}

    def on(self, home: Path) -> Programs:
        return ()

    def off(self, home: Path) -> Programs:
        return ()

    def block(self, job: Job) -> str:
        """The lines that are ours."""
        words = shlex.join(("nice", "-n", str(NICE), *("env", *(f"{k}={v}" for k, v in job.environment)), *job.command))
        return f"{BEGIN}\n17 * * * * {words.replace('%', chr(92) + '%')}\n{END}\n"

    def with_block(self, table: str, job: Job) -> str:
        """The table with our lines at its end, once."""
        rest = self.without_block(table)
        gap = "" if not rest or rest.endswith("\n") else "\n"
        return f"{rest}{gap}{self.block(job)}"

    def without_block(self, table: str) -> str:
        """The table without our lines, all else as it was."""
        begin = table.find(f"{BEGIN}\n")
        end = table.find(f"{END}\n", begin)
        return table if begin < 0 or end < 0 else table[:begin] + table[end + len(END) + 1 :]


class WindowsTask(Timer):
    """A task of Windows, which starts a missed one as soon as it can, and never two at a time."""

    name = "task"

    def files(self, job: Job, home: Path) -> Mapping[Path, bytes]:
        program, *words = job.command
        arguments = " ".join(f'"{word}"' if " " in word else word for word in words)
        text = (
            '<?xml version="1.0" encoding="UTF-16"?>\n'
            '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">\n'
            "  <Triggers><CalendarTrigger>\n"
            f"    <StartBoundary>2026-01-01T{job.hour:02d}:00:00</StartBoundary>\n"
            "    <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>\n"
            "  </CalendarTrigger></Triggers>\n"
            "  <Settings>\n"
            "    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>\n"
            "    <StartWhenAvailable>true</StartWhenAvailable>\n"
            f"    <ExecutionTimeLimit>PT{LONGEST_S}S</ExecutionTimeLimit>\n"
            "    <Priority>8</Priority>\n"
            "  </Settings>\n"
            f"  <Actions><Exec><Command>{escape(program)}</Command>"
            f"<Arguments>{escape(arguments)}</Arguments></Exec></Actions>\n"
            "</Task>\n"
        )
        return {self._path(home): text.encode("utf-16")}

    def on(self, home: Path) -> Programs:
        return (("schtasks", "/Create", "/F", "/TN", NAME, "/XML", str(self._path(home))),)

    def off(self, home: Path) -> Programs:
        return (("schtasks", "/Delete", "/F", "/TN", NAME),)

    def _path(self, home: Path) -> Path:
        return home / "AppData" / "Local" / "lore" / f"{NAME}.xml"


TIMERS: Mapping[str, Timer] = {timer.name: timer for timer in (Systemd(), LaunchAgent(), Cron(), WindowsTask())}


PATIENCE_S = 30.0


class Starter(Protocol):
    """What starts a program of the system."""

    def has(self, program: str) -> bool:
        """Whether it is there."""

    def run(self, words: Sequence[str], given: str | None = None) -> str:
        """What it prints. given: its stdin. Raises LoreError where it fails."""


class SystemPrograms:
    """The programs of this machine."""

    def has(self, program: str) -> bool:
        return children.program_named(program) is not None

    def run(self, words: Sequence[str], given: str | None = None) -> str:
        try:
            done = subprocess.run(
                [children.required_program(words[0]), *words[1:]], input=given, env=children.environment(),
                capture_output=True, text=True, timeout=PATIENCE_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LoreError(f"`{words[0]}` could not be run", hint=f"run `{' '.join(words)}` yourself") from error
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()
            raise LoreError(
                f"`{' '.join(words)}` failed: {lines[-1] if lines else f'exit code {done.returncode}'}",
                hint="`lore schedule install --with cron` uses another timer",
            )
        return done.stdout
