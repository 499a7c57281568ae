"""Scenes of the league, the tournament and the Commander night."""

from events.season.drawing import palette as p
from events.season.drawing.cards import back, card, fan
from events.season.drawing.emblems import emblem
from events.season.drawing.pretzel import PRETZEL, pretzel, pretzel_points
from events.season.drawing.props import die, pint_from_above
from events.season.drawing.shapes import (
    around,
    circle,
    clipped,
    ellipse,
    group,
    line,
    path,
    rect,
    seeded,
)
from events.season.drawing.surfaces import backdrop, glow, picture, planks, table, vignette


def commander_at_the_kettle() -> str:
    """Four hands around a round table, and the dragon they all fear in the middle."""
    hands = []
    for side, kinds in enumerate(
        (["flame", "dragon", "sun"], ["wave", "drop", "peak"], ["moon", "heart", "star"], ["leaf", "spade", "crown"])
    ):
        angle = 45 + side * 90
        hands.append(group(fan(kinds, around((0, 0), 690, 0), 36, 0.9, 300, 180), at=(800, 450), turn=angle))
    seats = [
        pint_from_above(around((800, 450), 345, angle), beer, 0.62) for angle, beer in ((0, p.AMBER), (180, p.STOUT))
    ]
    rays = "".join(group(path("M-16 -176L0 -214L16 -176Z", p.HONEY), turn=step * 22.5) for step in range(16))
    return picture(
        planks(p.WOOD_DARK, rows=6),
        circle(816, 474, 560, p.NIGHT, opacity=0.4),
        circle(800, 450, 560, p.WOOD_LIGHT),
        circle(800, 450, 560, "url(#grain)"),
        circle(800, 450, 528, p.FELT_2),
        circle(800, 450, 528, "url(#felt)"),
        circle(800, 450, 300, "none", stroke=p.FELT_3, stroke_width=4, stroke_dasharray="2 16", stroke_linecap="round"),
        glow(800, 450, 420, 0.55),
        *hands,
        *seats,
        group(
            circle(10, 14, 170, p.NIGHT, opacity=0.35),
            rays,
            circle(0, 0, 170, p.AMBER),
            circle(0, 0, 150, p.RUST),
            circle(0, 0, 150, "url(#dots)"),
            circle(0, 0, 138, "none", stroke=p.HONEY, stroke_width=4),
            emblem("dragon", p.HONEY, 2.0, (0, 4)),
            at=(800, 450),
        ),
        die((455, 450), p.BLUE, 4, 0.7, 12),
        die((1145, 450), p.RUST, 6, 0.7, -14),
        vignette(0.9),
    )


def first_and_last_friday() -> str:
    """A wooden cup where two halves of a bracket meet."""

    def bracket(flip: int) -> str:
        def x(distance: float) -> float:
            return 800 + flip * distance

        joints = (
            "".join(f"M{x(640)} {y}H{x(470)}V{y + 190}H{x(640)}M{x(470)} {y + 95}H{x(330)}" for y in (130, 520))
            + f"M{x(330)} 225V615M{x(330)} 420H{x(285)}"
        )
        kinds = ("flame", "wave", "leaf", "moon") if flip < 0 else ("sun", "spade", "star", "crown")
        seeds = [
            card(kind, (x(655), y), flip * 4 * (-1) ** n, 0.56)
            for n, (kind, y) in enumerate(zip(kinds, (130, 320, 520, 710), strict=True))
        ]
        dots = "".join(circle(x(d), y, 13, p.HONEY) for d, y in ((470, 225), (470, 615), (330, 420)))
        return (
            group(line(joints, p.NIGHT, 12, opacity=0.4), at=(6, 8))
            + line(joints, p.AMBER, 10, stroke_linejoin="round")
            + dots
            + "".join(seeds)
        )

    cup = path("M-150 -400H150C150 -230 96 -150 34 -128V-70H-34V-128C-96 -150 -150 -230 -150 -400Z", p.WOOD_LIGHT)
    return picture(
        backdrop(p.FELT),
        glow(800, 400, 560, 0.9),
        bracket(-1),
        bracket(1),
        table(770),
        ellipse(840, 806, 190, 20, p.NIGHT, opacity=0.4),
        group(
            line("M-140 -366C-250 -380 -246 -220 -104 -216M140 -366C250 -380 246 -220 104 -216", p.WOOD_DARK, 34),
            line("M-140 -370C-250 -384 -246 -224 -104 -220", p.WOOD_LIGHT, 22),
            line("M140 -370C250 -384 246 -224 104 -220", p.WOOD, 22),
            cup,
            clipped(
                cup,
                rect(40, -420, 140, 400, p.WOOD_DARK, opacity=0.38),
                path("M-118 -380C-116 -280 -92 -200 -64 -172C-76 -240 -80 -310 -80 -380Z", p.PEACH, opacity=0.6),
                rect(-160, -420, 320, 400, "url(#grain)"),
            ),
            ellipse(0, -400, 150, 24, p.WOOD_DARK),
            ellipse(0, -402, 132, 17, p.STOUT),
            emblem("crown", p.HONEY, 1.1, (0, -286)),
            path("M-96 -70H96L112 -34H-112Z", p.WOOD),
            rect(-132, -34, 264, 44, p.WOOD_DARK, 8),
            rect(-40, -24, 80, 22, p.AMBER, 5),
            rect(-132, -34, 264, 5, "#fff", opacity=0.16),
            at=(800, 800),
            scale=1.32,
        ),
        vignette(0.8),
    )


def tuesday_pauper_league() -> str:
    """A pretzel among plain cards and small change, from above."""
    salt = seeded(3)
    grains = [
        rect(x + salt.randint(-22, 16), y + salt.randint(-24, 12), 13, 11, p.FOAM, 3, opacity=0.95)
        for x, y in pretzel_points(64)
    ]
    coins = [(250, 740), (345, 770), (285, 668), (1340, 160)]
    return picture(
        planks(p.WOOD, rows=5),
        card("leaf", (190, 300), -14, 1.15),
        card("drop", (1432, 560), 12, 1.15),
        card("peak", (1300, 800), -8, 1.15),
        back((110, 560), 9, 1.05, p.BLUE),
        card("bell", (1445, 215), 6, 1.05),
        group(
            circle(18, 24, 380, p.NIGHT, opacity=0.32),
            circle(0, 0, 380, p.MALT),
            circle(0, 0, 345, p.FOAM),
            circle(0, 0, 345, "url(#dots)"),
            circle(0, 0, 362, "none", stroke=p.RUST, stroke_width=6, opacity=0.6),
            at=(800, 432),
        ),
        group(line(PRETZEL, p.NIGHT, 92, opacity=0.28), at=(14, 20)),
        pretzel(),
        *grains,
        *(
            group(
                circle(6, 8, 46, p.NIGHT, opacity=0.35),
                circle(0, 0, 46, p.AMBER_DEEP),
                circle(0, 0, 38, p.AMBER),
                emblem("spade", p.AMBER_DEEP, 0.45),
                at=spot,
            )
            for spot in coins
        ),
        vignette(0.7),
    )
