"""Scenes of the regular nights at the brewery."""

from events.season.drawing import palette as p
from events.season.drawing.cards import card, fan
from events.season.drawing.emblems import emblem
from events.season.drawing.props import crystal_die, die, hop, pint
from events.season.drawing.shapes import (
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
from events.season.drawing.surfaces import backdrop, bands, glow, picture, string_lights, table, vignette


def friday_night_draft() -> str:
    """A hand of five cards under the string lights, a pint on either side."""
    panels = "".join(
        rect(x, 0, 6, 700, p.NIGHT, opacity=0.35) + rect(x + 6, 0, 4, 700, "#fff", opacity=0.05)
        for x in range(70, 1600, 165)
    )
    return picture(
        backdrop(p.FELT),
        panels,
        glow(800, 380, 640, 0.85),
        string_lights(40, 75, 9, [p.AMBER, p.HONEY, p.PEACH]),
        fan(["leaf", "moon", "flame", "wave", "crown"], (800, 1020), 74, 1.46, 400),
        table(700),
        pint((250, 766), p.AMBER, 1.62),
        pint((1350, 766), p.CLAY, 1.62),
        die((500, 722), p.BERRY, 5, 0.95, -9),
        die((606, 738), p.AMBER_DEEP, 2, 0.7, 12),
        crystal_die((1100, 722), p.BLUE, 0.86, 8),
        vignette(0.8),
    )


def wednesday_standard() -> str:
    """A stout and a pair of cards in the barrel room, under a garland of hops."""

    def barrel(x: float, y: float, size: float) -> str:
        disc = circle(0, 0, 180, p.WOOD)
        staves = "".join(line(f"M{n * 60 - 150} -190V190", p.WOOD_DARK, 5, opacity=0.6) for n in range(6))
        return group(
            circle(12, 16, 212, p.NIGHT, opacity=0.5),
            circle(0, 0, 210, p.WOOD_DARK),
            circle(0, 0, 204, "none", stroke="#5E6A63", stroke_width=16),
            clipped(
                disc,
                disc,
                rect(-200, -200, 400, 400, "url(#grain)"),
                staves,
                path("M0 -190H200V190H60Q140 0 0 -190Z", p.INK, opacity=0.16),
            ),
            circle(0, 96, 20, p.STOUT),
            emblem("spade", p.WOOD_DARK, 1.1, (0, -18)),
            at=(x, y),
            scale=size,
        )

    garland = [(60, 62), (205, 98), (352, 122), (500, 136), (1100, 136), (1248, 122), (1395, 98), (1540, 62)]
    return picture(
        backdrop(p.NIGHT),
        glow(800, 420, 700, 0.5),
        barrel(210, 470, 1.15),
        barrel(1390, 470, 1.15),
        barrel(620, 470, 0.92),
        barrel(990, 470, 0.92),
        line("M-20 20Q800 220 1620 20", p.FELT_3, 9),
        *(hop(spot, 1.15, turn) for spot, turn in zip(garland, (6, -5, 4, -3, 5, -4, 5, -6), strict=True)),
        table(716),
        group(card("crown", (-96, 0), -12, 1.3), card("wave", (96, 8), 11, 1.3), at=(1090, 585)),
        pint((560, 782), p.STOUT, 2.15),
        die((300, 738), p.AMBER_DEEP, 3, 0.95, -7),
        die((190, 748), p.BERRY, 6, 0.78, 9),
        crystal_die((1400, 742), p.BLUE, 0.84, -6),
        vignette(0.8),
    )


def third_thursday_jar() -> str:
    """A jar filling with hearts and coins, and a dog who looks forward to it."""
    glass = path(
        "M-190 -430H190Q222 -420 222 -380V-40Q222 0 180 0H-180Q-222 0 -222 -40V-380Q-222 -420 -190 -430Z", p.FOAM
    )
    dice = seeded(12)
    coins = []
    for row in range(5):
        for place in range(6):
            x, y = (
                -180 + place * 72 + (36 if row % 2 else 0) + dice.randint(-8, 8),
                -36 - row * 44 + dice.randint(-8, 8),
            )
            if (row + place) % 3 == 0:
                coins.append(
                    emblem(
                        "heart", (p.BERRY, p.ROSE, p.RUST)[(row + 2 * place) % 3], 0.72, (x, y), dice.randint(-25, 25)
                    )
                )
            else:
                coins.append(
                    group(
                        circle(0, 0, 36, p.AMBER_DEEP),
                        circle(-2, -2, 29, p.AMBER),
                        emblem("spade", p.AMBER_DEEP, 0.32),
                        at=(x, y),
                    )
                )
    dog = group(
        path("M-150 260C-166 60 -120 -60 0 -60C120 -60 166 60 150 260Z", "#B4642A"),
        path("M-70 260C-76 130 -40 60 0 60C40 60 76 130 70 260Z", p.MALT),
        path(
            "M-104 -110C-176 -130 -196 -20 -150 50C-128 20 -112 -30 -84 -70ZM104 -110C176 -130 196"
            " -20 150 50C128 20 112 -30 84 -70Z",
            "#7A3D17",
        ),
        path(
            "M0 -176C84 -176 118 -116 112 -50C106 20 60 56 0 56C-60 56 -106 20 -112 -50C-118 -116 -84 -176 0 -176Z",
            "#B4642A",
        ),
        path("M0 -176C18 -120 20 -60 46 -24C60 30 30 56 0 56C-30 56 -60 30 -46 -24C-20 -60 -18 -120 0 -176Z", p.MALT),
        circle(-52, -66, 15, p.INK),
        circle(52, -66, 15, p.INK),
        circle(-57, -71, 5, "#fff"),
        circle(47, -71, 5, "#fff"),
        path("M-26 -22Q0 -38 26 -22Q22 6 0 10Q-22 6 -26 -22Z", p.INK),
        line("M0 10V24M0 24Q-18 40 -34 28M0 24Q18 40 34 28", p.INK, 5),
        path("M-100 46Q0 104 100 46L104 76Q0 136 -104 76Z", p.BERRY),
        circle(0, 112, 20, p.AMBER),
    )
    return picture(
        bands([p.BERRY_DEEP, p.mix(p.BERRY_DEEP, p.BERRY, 0.45), p.BERRY], 0, 900, 160),
        rect(0, 0, 1600, 900, "url(#dots)"),
        glow(640, 420, 560, 0.8),
        string_lights(20, 52, 8, [p.HONEY, p.AMBER]),
        group(dog, at=(1185, 560), scale=1.42),
        table(714),
        group(ellipse(0, 0, 62, 38, p.MALT), line("M-20 -14V18M18 -14V18", p.OAT, 6), at=(1090, 716), scale=1.1),
        group(ellipse(0, 0, 62, 38, p.MALT), line("M-20 -14V18M18 -14V18", p.OAT, 6), at=(1290, 716), scale=1.1),
        ellipse(690, 788, 270, 22, p.NIGHT, opacity=0.4),
        group(
            card("heart", (-60, -516), -13, 0.95),
            path(
                "M-190 -430H190Q222 -420 222 -380V-40Q222 0 180 0H-180Q-222 0 -222 -40V-380Q-222 -420 -190 -430Z",
                p.ICE,
                opacity=0.42,
            ),
            clipped(glass, *coins, rect(110, -440, 120, 450, p.INK, opacity=0.12)),
            rect(-196, -462, 392, 46, p.FOAM, 18, opacity=0.85),
            rect(-196, -428, 392, 8, p.INK, opacity=0.12),
            path("M-176 -390Q-190 -200 -180 -60L-148 -60Q-158 -220 -140 -390Z", "#fff", opacity=0.55),
            emblem("heart", p.FOAM, 1.5, (20, -300)),
            emblem("heart", p.BERRY, 1.16, (20, -301)),
            at=(640, 786),
            scale=1.18,
        ),
        pint((205, 780), p.AMBER, 1.4),
        vignette(0.8),
    )


def happy_hour_week() -> str:
    """Seven glasses for seven afternoons, in front of a low sun."""
    beers = [p.HONEY, p.AMBER, p.CLAY, p.RUST, "#7A3D17", p.BERRY, p.STOUT]
    tiles = [
        pint((800 + (place - 3) * 212, 790), beer, 1.12 if place % 2 else 1.28) for place, beer in enumerate(beers)
    ]
    roofs = polygon(
        [
            (0, 480),
            (110, 410),
            (220, 480),
            (220, 450),
            (390, 450),
            (390, 400),
            (440, 340),
            (490, 400),
            (490, 470),
            (620, 470),
            (620, 520),
            (960, 520),
            (960, 450),
            (1060, 370),
            (1160, 450),
            (1160, 420),
            (1300, 420),
            (1300, 480),
            (1400, 480),
            (1490, 400),
            (1600, 480),
            (1600, 740),
            (0, 740),
        ],
        p.BERRY_DEEP,
    )
    windows = "".join(
        rect(x, y, 22, 30, p.HONEY, 3, opacity=0.8)
        for x, y in (
            (66, 462),
            (130, 462),
            (260, 476),
            (330, 476),
            (428, 390),
            (428, 436),
            (560, 490),
            (1020, 440),
            (1078, 440),
            (1200, 440),
            (1250, 440),
            (1460, 452),
            (1512, 452),
            (276, 560),
            (488, 560),
            (702, 560),
            (912, 560),
            (1124, 560),
            (1336, 560),
            (702, 610),
            (912, 610),
            (1124, 520),
        )
    )
    return picture(
        bands([p.BERRY, p.RUST, p.CLAY, p.AMBER, p.HONEY], 0, 640, 60),
        glow(800, 480, 600),
        circle(800, 470, 250, p.FOAM, opacity=0.3),
        circle(800, 470, 205, p.HONEY),
        circle(800, 470, 170, "#FFE3A6"),
        roofs,
        windows,
        *(rect(x, 0, 26, 720, p.WOOD_DARK) + rect(x, 0, 6, 720, p.PEACH, opacity=0.3) for x in (-8, 524, 1050, 1582)),
        rect(0, 0, 1600, 30, p.WOOD_DARK),
        rect(0, 196, 1600, 18, p.WOOD_DARK),
        rect(0, 196, 1600, 4, p.PEACH, opacity=0.3),
        table(722),
        *tiles,
        vignette(0.6),
    )
