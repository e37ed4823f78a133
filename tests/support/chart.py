"""Lines over time as a plain SVG picture: one small chart below the other, each with its own scale."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, GAP = 720, 96, 56, 34
COLOUR, GRID, TEXT = "#2563a8", "#d5d9de", "#3a4048"


def lines(title: str, labels: Sequence[tuple[int, str]], series: Mapping[str, Sequence[float]]) -> str:
    """The picture. labels: places on the axis of time, each with its name. series: a value for each place."""
    whole = GAP + len(series) * (HEIGHT + GAP)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{whole}" viewBox="0 0 {WIDTH} {whole}"'
            f' font-family="sans-serif" font-size="11" fill="{TEXT}">'
        ),
        f'<rect width="{WIDTH}" height="{whole}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="18" font-size="13">{escape(title)}</text>',
    ]
    for number, (name, values) in enumerate(series.items()):
        parts += _chart(name, values, labels, GAP + number * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _chart(name: str, values: Sequence[float], labels: Sequence[tuple[int, str]], top: float) -> list[str]:
    greatest = max(values, default=0) or 1
    bottom, step = top + HEIGHT, (WIDTH - LEFT - 12) / max(1, len(values) - 1)
    points = " ".join(
        f"{LEFT + place * step:.1f},{bottom - (HEIGHT - 18) * value / greatest:.1f}"
        for place, value in enumerate(values)
    )
    marks = [
        f'<path d="M{LEFT + place * step:.1f} {top + 18}V{bottom}" stroke="{GRID}"/>'
        f'<text x="{LEFT + place * step + 2:.1f}" y="{bottom + 12:.1f}" font-size="9">{escape(label)}</text>'
        for place, label in labels
    ]
    shown = f"{greatest:.2f}" if greatest < 10 else f"{greatest:,.0f}"
    return [
        *marks,
        f'<path d="M{LEFT} {bottom}H{WIDTH - 12}" stroke="{TEXT}"/>',
        f'<text x="{LEFT}" y="{top + 12}">{escape(name)}</text>',
        f'<text x="{LEFT - 6}" y="{top + 22}" text-anchor="end" font-size="9">{shown}</text>',
        f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end" font-size="9">0</text>',
        f'<polyline points="{points}" fill="none" stroke="{COLOUR}" stroke-width="1.5"/>',
    ]
