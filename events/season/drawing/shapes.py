"""Plain SVG shapes as text. Lengths are pixels of a 1600 by 900 picture, angles are degrees clockwise."""

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from random import Random
from zlib import crc32

Point = tuple[float, float]


def seeded(seed: int) -> Random:
    """Return dice that always fall the same way, so that a picture comes out the same each time it is drawn."""
    return Random(seed)  # noqa: S311 nothing secret hangs on a speck of salt


def number(value: float) -> str:
    """Write a number with at most one decimal, without trailing zeros."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def attributes(fill: str, **more: str | float) -> str:
    """Write presentation attributes; an underscore in a name stands for a hyphen."""
    pairs = [f'fill="{fill}"']
    for name, value in more.items():
        text = value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
        pairs.append(f'{name.replace("_", "-")}="{text}"')
    return " ".join(pairs)


def rect(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **more: str | float) -> str:
    rounded = f' rx="{number(radius)}"' if radius else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{rounded}'
    return f"<rect {place} {attributes(fill, **more)}/>"


def circle(x: float, y: float, radius: float, fill: str, **more: str | float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {attributes(fill, **more)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **more: str | float) -> str:
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f"<ellipse {place} {attributes(fill, **more)}/>"


def path(outline: str, fill: str, **more: str | float) -> str:
    return f'<path d="{outline}" {attributes(fill, **more)}/>'


def line(outline: str, colour: str, width: float, **more: str | float) -> str:
    """Draw an open outline with round ends."""
    ends: dict[str, str | float] = {"stroke_linecap": "round", "stroke_linejoin": "round", **more}
    return path(outline, "none", stroke=colour, stroke_width=width, **ends)


def polygon(points: Iterable[Point], fill: str, **more: str | float) -> str:
    return path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z", fill, **more)


def group(*parts: str, at: Point = (0, 0), turn: float = 0, scale: float = 1, opacity: float = 1) -> str:
    """Move, turn and scale parts together, about their own origin."""
    steps = [f"translate({number(at[0])} {number(at[1])})"] if at != (0, 0) else []
    steps += [f"rotate({number(turn)})"] if turn else []
    steps += [f"scale({scale:.3f})"] if scale != 1 else []
    moved = f' transform="{" ".join(steps)}"' if steps else ""
    faded = f' opacity="{opacity:.2f}"' if opacity != 1 else ""
    return f"<g{moved}{faded}>{''.join(parts)}</g>"


def clipped(window: str, *parts: str) -> str:
    """Show parts only inside the window shape. Equal windows share a name, which is harmless."""
    name = f"w{crc32(window.encode()):08x}"
    return f'<clipPath id="{name}">{window}</clipPath><g clip-path="url(#{name})">{"".join(parts)}</g>'


def around(centre: Point, radius: float, angle: float) -> Point:
    """Return the point at an angle on a circle; 0 is straight up."""
    return centre[0] + radius * sin(radians(angle)), centre[1] - radius * cos(radians(angle))


def smooth(points: Sequence[Point]) -> str:
    """Return an open outline that bends softly through the points (a Catmull-Rom curve as Béziers)."""
    ends = [points[0], *points, points[-1]]
    pieces = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        handles = [
            (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6),
            (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6),
            end,
        ]
        pieces.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in handles))
    return "".join(pieces)
