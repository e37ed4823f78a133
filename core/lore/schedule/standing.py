"""A timer comes and goes: planned, shown, done, logged, undone."""

import difflib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from lore import clock, paths
from lore.errors import Conflict, LoreError, NotFound
from lore.handover import files, places
from lore.model import Run, Subject, SubjectKind
from lore.paths import shown
from lore.presence import Person
from lore.schedule.timers import TIMERS, Cron, Job, Starter, SystemPrograms, Timer
from lore.store import Store

State = Mapping[str, Any]
TABLE = "the table of cron"
NOTHING: State = {"timer": None}
"""What the log says where no timer stands."""


@dataclass(frozen=True, slots=True)
class PlannedTimer:
    """What would stand, and what stands now, by the name of a file or table; None where there is none."""

    timer: Timer
    job: Job
    before: Mapping[str, bytes | None]
    after: Mapping[str, bytes | None]

    @property
    def changes(self) -> tuple[str, ...]:
        return tuple(name for name in self.after if self.before.get(name) != self.after[name])

    def diff(self) -> list[str]:
        """The difference as lines, each file under its name."""
        lines = []
        for name in self.changes:
            before, after = (_lines(content) for content in (self.before.get(name), self.after[name]))
            told = list(difflib.unified_diff(before, after, lineterm=""))[2:]
            lines += [name if name == TABLE else shown(Path(name)), *told]
        return lines


def _lines(content: bytes | None) -> list[str]:
    text = content or b""
    return text.decode("utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace").splitlines()


def timer_for(starter: Starter, wanted: str | None = None) -> Timer:
    """The timer of that name, or the first one that this machine has. Raises NotFound."""
    if wanted is not None:
        if wanted not in TIMERS:
            raise NotFound(f"there is no timer `{wanted}`", hint=f"one of: {', '.join(TIMERS)}")
        return TIMERS[wanted]
    needs = {"systemd": "systemctl", "launchd": "launchctl", "task": "schtasks", "cron": "crontab"}
    for name, program in needs.items():
        if starter.has(program):
            return TIMERS[name]
    raise NotFound(
        "this machine has no timer that Lore knows",
        hint="Lore also consolidates by itself after some saves: `lore config get consolidation.after_saves`",
    )


def planned(timer: Timer, job: Job, home: Path, starter: Starter) -> PlannedTimer:
    """What installing would change. Raises LoreError where what stands cannot be read."""
    if isinstance(timer, Cron):
        table = _table(starter)
        return PlannedTimer(timer, job, {TABLE: table.encode()}, {TABLE: timer.with_block(table, job).encode()})
    files = timer.files(job, home)
    before = {str(path): path.read_bytes() if path.exists() else None for path in files}
    return PlannedTimer(timer, job, before, {str(path): content for path, content in files.items()})


def put_in(plan: PlannedTimer, home: Path, starter: Starter) -> None:
    """Write what was planned and make the system read it; nothing stays where that fails. Raises LoreError."""
    if isinstance(plan.timer, Cron):
        starter.run(("crontab", "-"), (plan.after[TABLE] or b"").decode())
        return
    for name in plan.after:
        if Path(name).is_symlink():
            raise Conflict(f"`{shown(Path(name))}` is a link", hint="Lore does not write through links")
    try:
        _write(plan.after)
        for words in plan.timer.on(home):
            starter.run(words)
    except LoreError:
        _write(plan.before)
        raise


def take_out(timer: Timer, before: Mapping[str, bytes | None], home: Path, starter: Starter) -> None:
    """Make the system forget the timer, and bring back what stood before it. Raises LoreError."""
    if isinstance(timer, Cron):
        rest = timer.without_block(_table(starter))
        starter.run(("crontab", "-"), rest) if rest else starter.run(("crontab", "-r"))
        return
    for words in timer.off(home):
        starter.run(words)
    _write(before)
    for words in timer.after():
        starter.run(words)


def _write(files: Mapping[str, bytes | None]) -> None:
    for name, content in files.items():
        path = Path(name)
        try:
            if content is None:
                path.unlink(missing_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}.{os.getpid()}")
            beside.write_bytes(content)
            beside.replace(path)
        except OSError as error:
            raise LoreError(f"`{shown(path)}` cannot be written: {error.strerror}") from error


def _table(starter: Starter) -> str:
    """The user's table of cron; nothing where there is none."""
    with suppress(LoreError):  # `crontab -l` fails where there is none
        return starter.run(("crontab", "-l"))
    return ""


def installed(store: Store) -> State | None:
    """What the log says stands now: the timer, its job, and what stood there before; None where nothing does."""
    events = store.audit.select(kind=SubjectKind.TIMER, limit=1)
    state = events[0].after if events else None
    return state if state and state.get("timer") else None


def install(store: Store, plan: PlannedTimer, home: Path, starter: Starter, by: Person) -> None:
    """Put a timer in, in one step that undo takes back. Raises Conflict where another one stands, LoreError."""
    known = installed(store)
    if known is not None and known["timer"] != plan.timer.name:
        raise Conflict(f"`{known['timer']}` starts Lore already", hint="`lore schedule remove` takes it out")
    state = _state(plan) if known is None else {**_state(plan), "before": known["before"]}
    put_in(plan, home, starter)
    with store.write(by) as transaction:
        transaction.note("schedule.install", Subject(SubjectKind.TIMER, plan.timer.name), known or NOTHING, state)


def remove(store: Store, home: Path, starter: Starter, by: Person) -> State:
    """Take out what stands. Raises NotFound where nothing does, LoreError."""
    known = installed(store)
    if known is None:
        raise NotFound("no timer was installed", hint="`lore schedule install` does it")
    _take_out(known, home, starter)
    with store.write(by) as transaction:
        transaction.note("schedule.remove", Subject(SubjectKind.TIMER, str(known["timer"])), known, NOTHING)
    return known


def _state(plan: PlannedTimer) -> dict[str, Any]:
    before = {name: content.hex() if content is not None else None for name, content in plan.before.items()}
    return {
        "timer": plan.timer.name,
        "command": list(plan.job.command),
        "hour": plan.job.hour,
        "environment": [list(pair) for pair in plan.job.environment],
        "before": before,
    }


def _take_out(state: State, home: Path, starter: Starter) -> None:
    before = {
        name: bytes.fromhex(content) if content is not None else None for name, content in state["before"].items()
    }
    take_out(TIMERS[state["timer"]], before, home, starter)


class Timers:
    """Reverses what `lore schedule` did."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring the timer from the state `found` to `wanted`. False where it is so already. Raises LoreError."""
        if found == wanted:
            return False
        home, starter = paths.user_home(), SystemPrograms()
        if found is not None and found.get("timer"):
            _take_out(found, home, starter)
        if wanted is None or not wanted.get("timer"):
            return True
        job = Job(tuple(wanted["command"]), wanted["hour"], tuple((k, v) for k, v in wanted["environment"]))
        put_in(planned(TIMERS[wanted["timer"]], job, home, starter), home, starter)
        return True


# When a night is due, how it went, and what is said in the morning


KIND = "night"


def due(store: Store, hour: int) -> str | None:
    """The scheduled moment that waits; None where it was worked at. Several that were missed are one.

    hour: of the day, in local time.
    """
    last, scheduled = newest(store), scheduled_before(clock.now(), hour)
    return scheduled if last is None or last.started_at < scheduled else None


def newest(store: Store) -> Run | None:
    """The newest night that was worked at to its end."""
    run = store.runs.latest(KIND)
    return run if run is not None and run.finished_at is not None else None


def scheduled_before(now: str, hour: int) -> str:
    """The last moment before `now` at which a night was to begin."""
    present = clock.parse(now)
    assert present is not None
    local = present.astimezone()
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return clock.stamp(moment if moment <= local else moment - timedelta(days=1))


def turned_bad(before: Sequence[str], wrong: Mapping[str, str]) -> list[str]:
    """What the doctor says now of checks that were fine in the last night."""
    return [says for check, says in wrong.items() if check not in before]


@dataclass(frozen=True, slots=True)
class Morning:
    """What the last night found."""

    wrong: tuple[str, ...] = ()
    """The ids of checks of the doctor."""
    news: tuple[str, ...] = ()
    """What was fine in the night before, in words."""


def put_aside(home: Path, wrong: Mapping[str, str] | None = None, news: Sequence[str] = ()) -> Morning:
    """What the last night left for the morning; with arguments, leave this. The status line of agents reads it too."""
    place = places.night(str(home))
    if wrong is not None:
        files.write(place, {"at": clock.now(), "wrong": list(wrong), "news": list(news)})
    found = files.read(place)
    return Morning(_texts(found.get("wrong")), _texts(found.get("news")))


def _texts(values: object) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()
