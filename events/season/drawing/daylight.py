"""Scenes of the café mornings and the spring afternoon."""

from itertools import pairwise

from events.season.drawing import palette as p
from events.season.drawing.cards import back, card
from events.season.drawing.props import coaster, coffee, coffee_from_above, crystal_die, die
from events.season.drawing.shapes import (
    Point,
    circle,
    clipped,
    ellipse,
    group,
    line,
    path,
    polygon,
    rect,
    seeded,
    smooth,
)
from events.season.drawing.surfaces import bands, picture, planks, ridge, table, vignette


def second_sunday_learn() -> str:
    """A cup of coffee and a first hand of cards in the morning sun."""
    pane = rect(0, 0, 620, 520, p.ICE, 16)
    window = group(
        rect(-26, -26, 672, 572, p.WOOD_LIGHT, 18),
        rect(-26, -26, 672, 12, "#fff", 6, opacity=0.3),
        clipped(
            pane,
            bands([p.ICE, "#DDE9E4", "#F5E9C8"], 0, 520, 20),
            circle(440, 190, 92, p.HONEY),
            circle(440, 190, 70, "#FFE3A6"),
            path("M0 400Q160 300 330 390T640 350V520H0Z", p.SAGE),
            path("M0 460Q200 380 400 450T640 430V520H0Z", p.FELT_3),
        ),
        rect(300, 0, 20, 520, p.WOOD_LIGHT),
        rect(0, 240, 620, 18, p.WOOD_LIGHT),
        rect(-56, 546, 732, 30, p.WOOD),
        at=(110, 80),
    )
    leaves = [path("M0 0C-44 -70 -34 -140 0 -186C34 -140 44 -70 0 0Z", tone) for tone in (p.FELT_2, p.FELT_3, p.SAGE)]
    plant = group(
        *(
            group(leaves[n % 3], line("M0 0V-150", p.FELT, 4, opacity=0.4), turn=turn, scale=size)
            for n, (turn, size) in enumerate(((-62, 1), (58, 1.02), (-34, 1.25), (30, 1.25), (-4, 1.4)))
        ),
        at=(1430, 610),
    )
    pot = group(
        path("M-86 0H86L64 150H-64Z", p.CLAY),
        rect(-96, -14, 192, 40, p.RUST, 8),
        path("M20 26H82L64 150H20Z", p.INK, opacity=0.14),
        at=(1430, 610),
    )
    return picture(
        rect(0, 0, 1600, 900, "#F3E7CD"),
        rect(0, 0, 1600, 900, "url(#dots)"),
        *(rect(x, 0, 3, 800, p.OAT) for x in range(0, 1600, 80)),
        window,
        polygon([(730, 80), (1600, 420), (1600, 760), (420, 760), (730, 600)], "#FFE9B8", opacity=0.5),
        table(716),
        ellipse(1450, 764, 120, 14, p.NIGHT, opacity=0.3),
        plant,
        pot,
        group(
            card("leaf", (-150, 10), -13, 1.42),
            card("sun", (150, 10), 13, 1.42),
            card("heart", (0, -26), 0, 1.5),
            at=(1010, 540),
        ),
        coffee((430, 792), p.FOAM, 1.7),
        die((770, 752), p.BERRY, 1, 0.85, -10),
        die((1256, 750), p.BLUE, 6, 0.85, 8),
        vignette(0.45),
    )


def sunday_trade_table() -> str:
    """An open binder, and two cards changing hands."""

    def page(x: float, kinds: list[str]) -> str:
        pockets = [
            rect(x + 28 + column * 158, 150 + row * 206, 142, 194, "#fff", 10, opacity=0.55)
            + (card(kind, (x + 99 + column * 158, 247 + row * 206), 0, 0.63, 0) if kind else "")
            for n, kind in enumerate(kinds)
            for row, column in (divmod(n, 3),)
        ]
        shine = path(f"M{x + 20} 140H{x + 210}L{x + 20} 420Z", "#fff", opacity=0.14)
        return rect(x, 126, 520, 656, p.MALT, 12) + "".join(pockets) + shine

    rings = "".join(
        group(rect(-46, -9, 92, 18, "#8F9A93", 9), rect(-46, -9, 92, 6, "#fff", 3, opacity=0.6), at=(800, y))
        for y in (230, 450, 670)
    )
    return picture(
        planks("#B98A58", rows=6),
        rect(238, 112, 1160, 720, p.NIGHT, 26, opacity=0.32),
        rect(220, 92, 1160, 720, p.BERRY, 26),
        rect(220, 92, 1160, 10, "#fff", 5, opacity=0.2),
        rect(786, 92, 28, 720, p.BERRY_DEEP),
        page(262, ["leaf", "flame", "drop", "moon", "", "crown", "bell", "star", "spade"]),
        page(818, ["bell", "sun", "peak", "heart", "lantern", "", "dragon", "leaf", "moon"]),
        rings,
        card("crown", (580, 520), -16, 1.12, 0.45),
        card("wave", (1065, 395), 13, 1.12, 0.45),
        line("M690 330C760 250 850 240 925 285", p.FOAM, 15),
        path("M902 238L966 306L876 318Z", p.FOAM),
        line("M945 600C880 676 790 682 720 640", p.AMBER, 15),
        path("M744 686L680 614L772 608Z", p.AMBER),
        coffee_from_above((120, 690), 1.02),
        group(
            circle(8, 12, 120, p.NIGHT, opacity=0.3),
            circle(0, 0, 120, p.FOAM),
            circle(0, 0, 98, p.ICE),
            *(
                group(
                    path("M-60 8C-66 -50 66 -50 60 8C60 30 -60 30 -60 8Z", "#C98A45"),
                    line("M-28 -24L-20 14M4 -30V16M34 -24L28 14", "#9A5A24", 8),
                    at=spot,
                    turn=turn,
                    scale=0.82,
                )
                for spot, turn in (((-20, -22), -18), ((26, 34), 24))
            ),
            at=(1490, 190),
        ),
        coaster((1500, 720), p.FELT_2, "spade", 0.9, 8),
        crystal_die((140, 200), p.BLUE, 0.95, 10),
        vignette(0.6),
    )


def _blossom(at: Point, size: float, tone: str, turn: float) -> str:
    petals = "".join(
        group(path("M0 0C-26 -16 -26 -48 -6 -52L0 -44L6 -52C26 -48 26 -16 0 0Z", tone), turn=step * 72)
        for step in range(5)
    )
    return group(petals, circle(0, 0, 11, p.BERRY), circle(-3, -3, 4, p.HONEY), at=at, scale=size, turn=turn)


def spring_blossom_sealed() -> str:
    """Cards hanging by ribbons from a branch in bloom."""
    main = [(-40, 90), (220, 170), (460, 150), (760, 210), (1060, 180), (1330, 230), (1640, 150)]
    twigs = [
        [(460, 150), (560, 80), (700, 50)],
        [(1060, 180), (1160, 100), (1290, 70)],
        [(220, 170), (300, 260), (330, 330)],
        [(1330, 230), (1400, 300), (1490, 330)],
        [(760, 210), (860, 280), (960, 290)],
    ]
    dice = seeded(21)
    blossoms = []
    for bough in [main, *twigs]:
        for start, end in pairwise(bough):
            for _ in range(3 if bough is main else 2):
                t = dice.random()
                spot = (
                    start[0] + (end[0] - start[0]) * t + dice.uniform(-30, 30),
                    start[1] + (end[1] - start[1]) * t + dice.uniform(-44, 36),
                )
                blossoms.append(
                    _blossom(
                        spot,
                        dice.uniform(0.8, 1.45),
                        dice.choice((p.BLUSH, "#F7D9DC", p.ROSE, "#F3C6CF")),
                        dice.uniform(0, 72),
                    )
                )
    petals = [
        group(
            path("M0 0C-14 -10 -14 -28 0 -34C14 -28 14 -10 0 0Z", p.ROSE, opacity=0.75),
            at=(dice.uniform(60, 1540), dice.uniform(380, 860)),
            turn=dice.uniform(0, 360),
        )
        for _ in range(26)
    ]

    def hanging(x: float, top: float, y: float, size: float, inner: str, turn: float) -> str:
        ribbon = line(f"M{x} {top}C{x - 14} {top + 80} {x + 14} {y - 240} {x} {y - 128 * size}", p.BERRY, 8)
        return group(inner, circle(0, -129, 8, p.BERRY_DEEP), at=(x, y), turn=turn, scale=size) + ribbon

    return picture(
        bands(["#BFDCD8", "#D5E8DF", "#EAF0E0", "#F8EBDD"], 0, 900, 120),
        rect(0, 0, 1600, 900, "url(#dots)"),
        circle(1260, 470, 240, "#FFE9B8", opacity=0.7),
        ridge([800, 760, 800, 740, 790, 750, 800], p.SAGE),
        ridge([850, 830, 860, 820, 850, 830, 850], p.FELT_3),
        group(*(line(smooth(bough), p.NIGHT, 22, opacity=0.1) for bough in [main, *twigs]), at=(10, 18)),
        *(line(smooth(twig), p.WOOD, 16) for twig in twigs),
        line(smooth(main), p.WOOD_DARK, 38),
        group(line(smooth(main), p.WOOD_LIGHT, 12), at=(-2, -9)),
        hanging(470, 170, 520, 1.25, card("bell"), -4),
        hanging(800, 220, 580, 1.45, card("heart"), 2),
        hanging(1130, 200, 510, 1.25, back(colour=p.BERRY), 4),
        *blossoms,
        *petals,
        vignette(0.35),
    )
