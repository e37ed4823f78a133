"""The curve of a fact in a terminal: its strength week by week, when it was used, and when it will have faded."""

from lore.actions import Course

HEIGHT = 4
"""Lines of the curve."""
STEPS = " ▁▂▃▄▅▆▇█"
USED = "•"


def drawn(course: Course) -> list[str]:
    """The curve as lines of plain text: twelve weeks back, now, and twelve weeks on where nothing more happens."""
    points = (*course.past, *course.ahead)
    most = max((one for one in points if one is not None), default=0.0) or 1.0
    heights = [0 if one is None else max(1, round(one / most * HEIGHT * 8)) for one in points]
    lines = []
    for line in reversed(range(HEIGHT)):
        blocks = "".join(STEPS[min(8, max(0, height - 8 * line))] for height in heights)
        label = f"{most:5.2f}" if line == HEIGHT - 1 else "     "
        lines.append(f"{label} {blocks[: len(course.past)]}│{blocks[len(course.past) :]}")
    used = "".join(USED if times else " " for times in course.used)
    back, on = f"-{len(course.past) - 1} weeks", f"+{len(course.ahead)} weeks"
    axis = f"{back}{'now'.rjust(len(course.past) - len(back))} {on.rjust(len(course.ahead))}"
    marks = [f"      {used.rstrip()}  {USED} said or used"] if used.strip() else []
    return [*lines, *marks, f"      {axis}", _fades(course)]


def _fades(course: Course) -> str:
    if course.fades_at is None:
        return "never falls below the floor"
    if course.faded:
        return "it is below the floor: it has faded"
    return f"falls below the floor on {course.fades_at[:10]} unless it is said or used again"
