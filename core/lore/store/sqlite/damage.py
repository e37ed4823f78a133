"""What this process met that is not as it was written: left out of an answer, and told at its end."""

import threading

_met: dict[str, None] = {}
_lock = threading.Lock()


def meet_damage(name: str) -> None:
    """Remember a row that was left out, by its id."""
    with _lock:
        _met[name] = None


def damage_met() -> list[str]:
    """The rows that were left out since this was asked last, in the order in which they were met."""
    with _lock:
        names = list(_met)
        _met.clear()
    return names
