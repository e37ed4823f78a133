"""The entry point of `lore-hook --in FOLDER AGENT EVENT`: always exit code 0, no line on stderr, all in its time."""

import gc
import os
import sys

DEADLINE_S = 2.0
"""No event takes longer, whatever its disk or its store does; each agent waits longer than that."""


def main() -> None:
    """Take one event. Leaves the process itself: nothing is left to be taken down."""
    gc.disable()  # its life is too short for garbage
    try:
        _silence()
        _take(sys.argv[1:])
    except BaseException as error:  # noqa: BLE001 -- an agent is never stopped by its memory; doctor tells of it
        _tell(error)
    os._exit(0)


def _take(arguments: "list[str]") -> None:
    from lore.platform import light

    light.leave_after(DEADLINE_S, _tell_of_time)
    folder, agent, name = _told(arguments)
    from lore.agents.hook import handling

    answer = handling.handled(folder, agent, name)
    if answer:
        _print(answer)


def _told(arguments: "list[str]") -> "tuple[str, str, str]":
    """The data folder, the agent and the event: `--in FOLDER AGENT EVENT`, as set-up writes it, or without a folder."""
    from lore.handover import places
    from lore.platform import light

    folder, rest = (
        (arguments[1], arguments[2:]) if arguments[:1] == [light.IN] and len(arguments) > 1 else ("", arguments)
    )
    agent, event = (*rest, "", "")[:2]
    return folder if os.path.isabs(folder) else places.home(), agent, event


def _silence() -> None:
    """Nothing that anything prints reaches the agent: what is printed is printed at the end, and whole."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _print(text: str) -> None:
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(1, data) :]


def _tell(error: BaseException) -> None:
    """Keep what went wrong where the doctor finds it."""
    number = getattr(error, "errno", None)
    _note(f"{type(error).__name__}{f' {os.strerror(number)}' if isinstance(number, int) else ''}")


def _tell_of_time() -> None:
    _note(f"its {DEADLINE_S:g} s were over before it had an answer: nothing was given")


def _note(what: str) -> None:
    """Keep a fault, if that can be done at all."""
    try:
        from lore.handover import faults

        home, agent, event = _told(sys.argv[1:])
        if home and os.path.isdir(home):
            faults.note(home, agent, event, what)
    except BaseException:  # noqa: BLE001, S110 -- there is nobody left to tell
        pass
