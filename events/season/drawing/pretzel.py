"""A pretzel, 900 pixels wide, in the middle of the picture."""

from events.season.drawing import palette as p
from events.season.drawing.shapes import (
    Point,
    circle,
    group,
    line,
)

_BENDS: list[Point] = [
    (572, 668),
    (680, 560),
    (770, 500),
    (835, 400),
    (900, 290),
    (960, 170),
    (1080, 172),
    (1230, 178),
    (1260, 350),
    (1204, 470),
    (1130, 620),
    (960, 712),
    (800, 712),
    (640, 712),
    (470, 620),
    (396, 470),
    (340, 350),
    (370, 178),
    (520, 172),
    (640, 170),
    (700, 290),
    (765, 400),
    (830, 500),
    (920, 560),
    (1028, 668),
]


PRETZEL = f"M{_BENDS[0][0]} {_BENDS[0][1]}C" + " ".join(f"{x} {y}" for x, y in _BENDS[1:])


def pretzel_points(count: int) -> list[Point]:
    """Return points spread along the pretzel, for its salt."""
    points = []
    for place in range(count):
        piece, t = divmod((place + 0.5) / count * (len(_BENDS) // 3), 1)
        four = _BENDS[int(piece) * 3 : int(piece) * 3 + 4]
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(
            (
                sum(w * x for w, (x, _) in zip(weights, four, strict=True)),
                sum(w * y for w, (_, y) in zip(weights, four, strict=True)),
            )
        )
    return points


def _coat(colour: str, width: float, shift: Point = (0, 0), start: float = 0, end: float = 100) -> str:
    """Draw one layer of the dough from start to end, in percent of its length."""
    part: dict[str, str | float] = {
        "pathLength": "100",
        "stroke_linecap": "butt",
        "stroke_dasharray": f"0 {start} {end - start} 200",
    }
    return group(line(PRETZEL, colour, width, **({} if (start, end) == (0, 100) else part)), at=shift)


def _dough(start: float, end: float, tip: Point | None = None) -> str:
    """Draw part of the pretzel, so that later parts lie over earlier ones; a tip is an end to be rounded."""
    layers = (
        (p.mix(p.STOUT, "#B4642A", 0.5), 96, (0, 0)),
        ("#B4642A", 80, (0, 0)),
        ("#D58A45", 34, (-7, -12)),
        (p.HONEY, 9, (-12, -21)),
    )
    parts = []
    for colour, width, shift in layers:
        cap = circle(tip[0] + shift[0], tip[1] + shift[1], width / 2, colour) if tip else ""
        parts.append(_coat(colour, width, shift, start, end) + cap)
    return "".join(parts)


def pretzel() -> str:
    """Draw the whole pretzel: the ring, then its two arms across it, then the shine over their seams."""
    shine = "".join(
        _coat("#D58A45", 34, (-7, -12), at, at + 5) + _coat(p.HONEY, 9, (-12, -21), at - 1.5, at + 6.5)
        for at in (21.5, 73.5)
    )
    return _dough(0, 100) + _dough(0, 24, _BENDS[0]) + _dough(76, 100, _BENDS[-1]) + shine
