"""Things that stand on the table. Each stands on its origin (bottom middle) unless it says otherwise."""

from events.season.drawing import palette as p
from events.season.drawing.emblems import emblem
from events.season.drawing.shapes import (
    Point,
    around,
    circle,
    clipped,
    ellipse,
    group,
    line,
    path,
    polygon,
    rect,
    seeded,
)


def pint(at: Point, beer: str = p.AMBER, scale: float = 1, fill: float = 0.97) -> str:
    """Draw a pint glass, 156 wide and 250 high."""
    outline = "M-78 -250L-58 -14Q-56 0 -42 0H42Q56 0 58 -14L78 -250Z"
    level = -14 - 236 * fill
    glass = path(outline, p.FOAM)
    dice = seeded(len(beer) + round(at[0]))
    bubbles = "".join(
        circle(dice.uniform(-50, 50), dice.uniform(level + 40, -30), dice.choice((3, 4, 6)), "#fff", opacity=0.27)
        for _ in range(12)
    )
    head = "".join(
        circle(x, level + 2 + y, r, p.FOAM) for x, y, r in ((-56, 0, 25), (-20, -8, 30), (20, -4, 28), (56, 2, 25))
    )
    drips = path(
        f"M-80 {level}H80V{level + 24}Q66 {level + 52} 52 {level + 26}Q36 {level + 14} 22"
        f" {level + 34}Q8 {level + 62} -8 {level + 30}Q-24 {level + 16} -40 {level + 30}Q-60"
        f" {level + 46} -80 {level + 20}Z",
        p.FOAM,
    )
    return group(
        ellipse(26, 0, 92, 15, p.NIGHT, opacity=0.35),
        path(outline, p.FOAM, opacity=0.35),
        clipped(
            glass,
            rect(-90, level, 180, 300, beer),
            rect(24, level, 80, 300, p.INK, opacity=0.13),
            bubbles,
            drips,
            rect(-90, -18, 180, 20, p.FOAM, opacity=0.35),
        ),
        head,
        path("M-62 -206L-54 -206L-42 -34L-48 -34Z", "#fff", opacity=0.5),
        path("M58 -190L64 -190L48 -30L44 -30Z", p.INK, opacity=0.14),
        at=at,
        scale=scale,
    )


def pint_from_above(at: Point, beer: str = p.AMBER, scale: float = 1) -> str:
    """Draw a glass from above on its coaster, 220 across, centred."""
    return group(
        circle(10, 14, 110, p.NIGHT, opacity=0.35),
        circle(0, 0, 110, p.MALT),
        circle(0, 0, 99, "none", stroke=p.RUST, stroke_width=5, opacity=0.7),
        circle(8, 10, 82, p.NIGHT, opacity=0.22),
        circle(0, 0, 80, p.FOAM),
        circle(0, 0, 70, beer),
        circle(0, 0, 64, p.mix(p.FOAM, p.HONEY, 0.2)),
        *(
            circle(x, y, r, "#fff", opacity=0.8)
            for x, y, r in ((-20, -24, 16), (14, -34, 9), (26, 10, 13), (-30, 20, 10), (0, 34, 7))
        ),
        line("M-56 -42A70 70 0 0 1 -10 -70", "#fff", 6, opacity=0.8),
        at=at,
        scale=scale,
    )


def coaster(at: Point, colour: str = p.AMBER, sign: str = "spade", scale: float = 1, turn: float = 0) -> str:
    """Draw a round coaster from above, 200 across, centred."""
    return group(
        circle(8, 10, 100, p.NIGHT, opacity=0.32),
        circle(0, 0, 100, colour),
        circle(0, 0, 86, "none", stroke=p.FOAM, stroke_width=4, opacity=0.75),
        circle(0, 0, 76, "none", stroke=p.INK, stroke_width=2, opacity=0.25, stroke_dasharray="5 8"),
        emblem(sign, p.FOAM, 0.85),
        circle(0, 0, 100, "url(#dots)"),
        at=at,
        turn=turn,
        scale=scale,
    )


def die(at: Point, colour: str = p.BERRY, pips: int = 5, scale: float = 1, turn: float = 0) -> str:
    """Draw a die of 100 by 100 from the front, centred, with a lit top and a shaded side."""
    spots = {
        1: [(0, 0)],
        2: [(-24, -24), (24, 24)],
        3: [(-26, -26), (0, 0), (26, 26)],
        4: [(-24, -24), (24, -24), (-24, 24), (24, 24)],
        5: [(-26, -26), (26, -26), (0, 0), (-26, 26), (26, 26)],
        6: [(-24, -28), (24, -28), (-24, 0), (24, 0), (-24, 28), (24, 28)],
    }[pips]
    return group(
        rect(-42, -38, 104, 104, p.NIGHT, 20, opacity=0.32),
        rect(-50, -50, 100, 100, colour, 20),
        path("M-50 -30A20 20 0 0 1 -30 -50H30A20 20 0 0 1 50 -30Q0 -38 -50 -30Z", "#fff", opacity=0.22),
        path("M50 -30V30A20 20 0 0 1 30 50H-30Q34 40 50 -30Z", p.INK, opacity=0.18),
        *(circle(x, y, 10, p.FOAM) for x, y in spots),
        at=at,
        turn=turn,
        scale=scale,
    )


def crystal_die(at: Point, colour: str = p.BLUE, scale: float = 1, turn: float = 0) -> str:
    """Draw a die of twenty sides, 130 across, centred."""
    rim = [around((0, 0), 66, step * 60) for step in range(6)]
    core = [around((0, 0), 40, step * 120) for step in range(3)]
    tones = (0.3, 0.05, 0.1, 0.3, 0.42, 0.2)
    facets = []
    for step, tone in enumerate(tones):
        first, second = rim[step], rim[(step + 1) % 6]
        facets.append(
            polygon(
                [first, second, core[((step + 1) // 2) % 3]],
                p.mix(colour, p.INK if step in (1, 2, 3) else "#FFFFFF", tone),
            )
        )
    sides = [
        polygon(
            [core[i], rim[i * 2 + 1], core[(i + 1) % 3]], p.mix(colour, "#FFFFFF" if i == 2 else p.INK, 0.12 + 0.1 * i)
        )
        for i in range(3)
    ]
    front = polygon(core, p.mix(colour, "#FFFFFF", 0.16))
    return group(
        polygon([(x + 10, y + 13) for x, y in rim], p.NIGHT, opacity=0.32),
        polygon(rim, colour),
        *facets,
        *sides,
        front,
        emblem("star", p.FOAM, 0.26, (0, -2)),
        at=at,
        turn=turn,
        scale=scale,
    )


def hop(at: Point, scale: float = 1, turn: float = 0, colour: str = "#7FA650") -> str:
    """Draw a hop cone, about 110 wide and 160 high, hanging from its origin (top middle)."""
    scales = []
    for row in range(7):
        y, half = 26 + row * 19, (30, 44, 52, 52, 44, 32, 14)[row]
        count = (2, 3, 4, 4, 3, 2, 1)[row]
        for place in range(count):
            x = 0 if count == 1 else -half + 2 * half * (place + 0.5) / count
            tone = p.mix(colour, p.FELT, 0.1 + 0.055 * row + (0.16 if x > 8 else 0))
            scales.append(
                path(
                    f"M{x - 20:.0f} {y}Q{x - 22:.0f} {y + 30} {x:.0f} {y + 42}Q{x + 22:.0f} {y + 30}"
                    f" {x + 20:.0f} {y}Q{x:.0f} {y - 16} {x - 20:.0f} {y}Z",
                    tone,
                    stroke=p.mix(colour, p.NIGHT, 0.55),
                    stroke_width=2,
                )
            )
    leaf = path("M0 8C-40 -20 -74 -10 -92 16C-64 30 -30 32 0 8ZM0 8C34 -26 70 -22 92 0C70 24 30 30 0 8Z", p.FELT_3)
    return group(
        line("M0 -18V20", p.FELT_3, 8),
        *reversed(scales),
        leaf,
        line("M-6 10Q-48 6 -80 14M6 8Q44 -4 78 0", p.FELT, 3, opacity=0.5),
        at=at,
        turn=turn,
        scale=scale,
    )


def coffee(at: Point, cup: str = p.FOAM, scale: float = 1, steam: bool = True) -> str:
    """Draw a cup of coffee on its saucer, 300 wide and 190 high, with steam above it."""
    rise = [line(f"M{x} -212c-26 -34 26 -58 0 -96s18 -46 4 -76", "#fff", 13, opacity=0.55) for x in (-46, 8, 58)]
    return group(
        ellipse(24, -4, 180, 20, p.NIGHT, opacity=0.28),
        ellipse(0, -14, 166, 20, p.mix(cup, p.INK, 0.16)),
        ellipse(0, -20, 166, 19, cup),
        line("M104 -150C176 -168 182 -74 86 -70", cup, 24),
        line("M104 -150C176 -168 182 -74 86 -70", p.INK, 24, opacity=0.1),
        path("M-118 -184H118C118 -90 84 -22 40 -22H-40C-84 -22 -118 -90 -118 -184Z", cup),
        path("M118 -184C118 -90 84 -22 40 -22H-6C50 -40 76 -100 78 -184Z", p.INK, opacity=0.12),
        path("M-100 -160C-98 -110 -84 -70 -64 -48C-76 -80 -84 -120 -84 -160Z", "#fff", opacity=0.7),
        ellipse(0, -184, 118, 26, p.mix(cup, p.INK, 0.08)),
        ellipse(0, -182, 102, 19, p.WOOD),
        ellipse(-14, -184, 60, 9, p.PEACH, opacity=0.65),
        *(rise if steam else []),
        emblem("heart", p.BERRY, 0.5, (-14, -100)),
        at=at,
        scale=scale,
    )


def coffee_from_above(at: Point, scale: float = 1, cup: str = p.FOAM) -> str:
    """Draw a cup from above with a heart poured into the milk, 280 across, centred."""
    return group(
        circle(12, 16, 140, p.NIGHT, opacity=0.3),
        circle(0, 0, 140, cup),
        circle(0, 0, 122, "none", stroke=p.BERRY, stroke_width=5, opacity=0.55),
        rect(84, -18, 78, 36, cup, 18, stroke=p.OAT, stroke_width=4),
        circle(6, 8, 98, p.INK, opacity=0.16),
        circle(0, 0, 96, p.mix(cup, p.OAT, 0.25)),
        circle(0, 0, 82, p.WOOD),
        circle(0, 0, 82, "none", stroke=p.PEACH, stroke_width=6, opacity=0.5),
        emblem("heart", p.MALT, 0.86, (0, 6)),
        emblem("heart", p.WOOD, 0.5, (0, 0)),
        emblem("heart", p.MALT, 0.28, (0, -2)),
        at=at,
        scale=scale,
    )
