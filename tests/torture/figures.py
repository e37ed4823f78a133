"""What a torture found, in the one form in which all of them print it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One promise with the figure that was measured."""

    row: str
    """The promise's number, as `docs/reliability.md` lists them."""
    found: str
    kept: bool

    def __str__(self) -> str:
        return f"  {'kept  ' if self.kept else 'BROKEN'} {self.row:<4} {self.found}"


@dataclass(frozen=True)
class Scale:
    """How much of a torture is wanted."""

    size: int
    seed: int
    folder: Path
    timed: bool
    """Whether times are judged; otherwise they are only printed, because the machine has other things to do."""


@dataclass(frozen=True)
class Torture:
    """One entry of the table in `__main__`."""

    name: str
    run: Callable[[Scale], Iterable[Figure]]
    unit: str
    short: int
    long: int


def none_of(row: str, bad: int, what: str, among: str) -> Figure:
    return Figure(row, f"{bad} {what} in {among}", kept=bad == 0)


def within(scale: Scale, row: str, value: float, limit: float, what: str, unit: str) -> Figure:
    judged = f"at most {limit:,.0f}" if scale.timed else f"{limit:,.0f} on an idle machine"
    return Figure(row, f"{what} {value:,.1f} {unit} ({judged})", kept=value <= limit or not scale.timed)


def at_least(row: str, share: float, wanted: float, what: str) -> Figure:
    return Figure(row, f"{share:.0%} {what} (at least {wanted:.0%})", kept=share >= wanted)
