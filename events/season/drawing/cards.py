"""Cards of our own making: 200 by 280 pixels around the origin, with a picture window and bars where words would be."""

from dataclasses import dataclass

from events.season.drawing import palette as p
from events.season.drawing.emblems import emblem
from events.season.drawing.shapes import Point, circle, clipped, group, line, path, rect


@dataclass(frozen=True)
class Face:
    """How one kind of card looks: its frame, the sky and ground in its window, and its sign."""

    frame: str
    sky: str
    ground: str
    sign: str
    ink: str


FACES = {
    "flame": Face(p.RUST, p.PEACH, p.CLAY, "flame", p.RUST),
    "leaf": Face(p.FELT_2, "#CFE3C8", p.FELT_3, "leaf", p.FELT),
    "wave": Face(p.BLUE, p.ICE, p.SKY, "wave", p.BLUE),
    "moon": Face(p.BERRY, p.BERRY_DEEP, p.BERRY, "moon", p.HONEY),
    "crown": Face(p.AMBER_DEEP, p.HONEY, p.AMBER_DEEP, "crown", p.RUST),
    "peak": Face("#4C5650", p.ICE, "#8FA39A", "peak", p.BLUE_DEEP),
    "heart": Face(p.BERRY, p.BLUSH, p.ROSE, "heart", p.BERRY),
    "spade": Face(p.FELT, p.SAGE, p.FELT_3, "spade", p.NIGHT),
    "star": Face(p.BLUE_DEEP, p.BLUE, p.BLUE_DEEP, "star", p.HONEY),
    "sun": Face(p.AMBER_DEEP, p.FOAM, p.HONEY, "sun", p.AMBER_DEEP),
    "dragon": Face(p.RUST, p.HONEY, p.AMBER_DEEP, "dragon", p.RUST),
    "bell": Face("#4C5650", p.MALT, p.OAT, "bell", p.BERRY),
    "drop": Face(p.BLUE, p.FOAM, p.ICE, "drop", p.BLUE),
    "lantern": Face(p.BLUE_DEEP, p.BLUE_DEEP, p.BLUE, "lantern", p.AMBER),
}


def shadow(dx: float = 10, dy: float = 14, strength: float = 0.35) -> str:
    return rect(-100 + dx, -140 + dy, 200, 280, p.NIGHT, 16, opacity=strength)


def card(kind: str, at: Point = (0, 0), turn: float = 0, scale: float = 1, cast: float = 0.35) -> str:
    """Draw the face of a card; `cast` is the strength of its shadow."""
    face = FACES[kind]
    window = rect(-80, -98, 160, 128, face.sky, 9)
    scenery = path("M-90 6Q-40 -26 10 4T100 -6V40H-90Z", face.ground)
    near = path("M-90 30Q-20 4 100 26V40H-90Z", face.frame, opacity=0.55)
    return group(
        shadow(strength=cast) if cast else "",
        rect(-100, -140, 200, 280, p.FOAM, 16),
        rect(-92, -132, 184, 264, face.frame, 11),
        rect(-80, -122, 160, 18, p.FOAM, 7, opacity=0.92),
        rect(-72, -116, 74, 6, face.frame, 3, opacity=0.7),
        clipped(window, window, scenery, near, emblem(face.sign, face.ink, 0.86, (0, -38))),
        rect(-80, 36, 160, 12, p.FOAM, 5, opacity=0.55),
        rect(-80, 54, 160, 68, p.MALT, 8),
        *(rect(-68, 66 + 14 * row, width, 6, face.frame, 3, opacity=0.45) for row, width in enumerate((132, 118, 60))),
        rect(36, 98, 50, 30, p.FOAM, 8, stroke=face.frame, stroke_width=5),
        circle(61, 113, 6, face.ink if face.ink != p.HONEY else face.frame),
        path("M-100 -124A16 16 0 0 1 -84 -140H40L-100 60Z", "#fff", opacity=0.09),
        at=at,
        turn=turn,
        scale=scale,
    )


def back(at: Point = (0, 0), turn: float = 0, scale: float = 1, colour: str = p.FELT, cast: float = 0.35) -> str:
    """Draw the back of a card: a coaster with the club's spade on lattice."""
    lattice = "".join(
        line(f"M{x} -150L{x + 150} 150M{x + 150} -150L{x} 150", "#fff", 2, opacity=0.12) for x in range(-240, 120, 36)
    )
    field = rect(-86, -126, 172, 252, colour, 9)
    return group(
        shadow(strength=cast) if cast else "",
        rect(-100, -140, 200, 280, p.FOAM, 16),
        clipped(field, field, lattice),
        circle(0, 0, 60, p.AMBER),
        circle(0, 0, 50, "none", stroke=p.FOAM, stroke_width=3, opacity=0.8),
        emblem("spade", colour, 0.62),
        emblem("heart", p.FOAM, 0.2, (0, 3)),
        path("M-100 -124A16 16 0 0 1 -84 -140H40L-100 60Z", "#fff", opacity=0.09),
        at=at,
        turn=turn,
        scale=scale,
    )


def fan(kinds: list[str], at: Point, spread: float, scale: float = 1, reach: float = 420, turn: float = 0) -> str:
    """Fan cards around a point `reach` below them; spread is the angle from the first to the last."""
    parts = []
    for place, kind in enumerate(kinds):
        angle = -spread / 2 + spread * place / max(1, len(kinds) - 1)
        inner = back((0, -reach)) if kind == "back" else card(kind, (0, -reach))
        parts.append(group(inner, turn=angle))
    return group(*parts, at=at, turn=turn, scale=scale)
