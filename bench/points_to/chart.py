"""A small writer of SVG charts: points joined by lines, both axes logarithmic."""

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 130, 40, 50
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Told apart by most people who see colours differently."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line of the chart."""

    name: str
    points: list[tuple[float, float]]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class _Axis:
    """A logarithmic axis: from a value to a place in the picture."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self) -> list[float]:
        """1, 2 and 5 times the powers of ten that are on the axis."""
        first = math.floor(math.log10(self.low))
        last = math.ceil(math.log10(self.high))
        marks = [step * 10.0**power for power in range(first, last + 1) for step in (1, 2, 5)]
        return [mark for mark in marks if self.low <= mark <= self.high]


def chart(title: str, across: str, upwards: str, series: list[Series], top: float = 0) -> str:
    """One chart, as a group that begins `top` below the start of the picture."""
    xs = [x for one in series for x, _ in one.points]
    ys = [y for one in series for _, y in one.points]
    x = _Axis(min(xs) / 1.15, max(xs) * 1.15, LEFT, WIDTH - RIGHT)
    y = _Axis(min(ys) / 1.3, max(ys) * 1.3, HEIGHT - BOTTOM, TOP)
    parts = [f'<g transform="translate(0 {top:g})">', *_frame(title, across, upwards, x, y)]
    labels: list[float] = []
    for one, colour in zip(series, COLOURS, strict=False):
        parts += _line(one, colour, x, y, labels)
    return "\n".join([*parts, "</g>"])


def picture(charts: list[str]) -> str:
    """Charts below each other as one SVG file."""
    height = HEIGHT * len(charts)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="12">'
    )
    background = f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, background, *charts, "</svg>"]) + "\n"


def _frame(title: str, across: str, upwards: str, x: _Axis, y: _Axis) -> list[str]:
    parts = [_text(LEFT, 22, title, size=14), _text(WIDTH - RIGHT, HEIGHT - 12, across, "end")]
    parts.append(_text(LEFT, TOP - 6, upwards))
    for mark in x.ticks():
        at = x.place(mark)
        parts.append(_rule(at, TOP, at, HEIGHT - BOTTOM))
        parts.append(_text(at, HEIGHT - BOTTOM + 16, f"{mark:,g}", "middle"))
    for mark in y.ticks():
        at = y.place(mark)
        parts.append(_rule(LEFT, at, WIDTH - RIGHT, at))
        parts.append(_text(LEFT - 6, at + 4, f"{mark:,g}", "end"))
    return parts


def _line(one: Series, colour: str, x: _Axis, y: _Axis, labels: list[float]) -> list[str]:
    places = [(x.place(a), y.place(b)) for a, b in sorted(one.points)]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
    dashes = ' stroke-dasharray="5 4"' if one.dashed else ""
    parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>']
    parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in places]
    # The name stands at the line's end, below the names that are there already.
    across, down = places[-1]
    while any(abs(down - other) < 14 for other in labels):
        down += 2
    labels.append(down)
    parts.append(_text(across + 8, down + 4, one.name, colour=colour))
    return parts


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="#dddddd"/>'


def _text(
    x: float, y: float, text: str, anchor: str = "start", size: int = 12, colour: str = "#333333"
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {place} fill="{colour}">{escape(text)}</text>'
