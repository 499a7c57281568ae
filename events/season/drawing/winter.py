"""The winter gathering: lanterns over a frozen harbour."""

from events.season.drawing import palette as p
from events.season.drawing.cards import card
from events.season.drawing.emblems import emblem
from events.season.drawing.shapes import (
    Point,
    around,
    circle,
    group,
    line,
    path,
    polygon,
    rect,
    seeded,
)
from events.season.drawing.surfaces import bands, glow, picture, ridge, stars, vignette


def _lantern(at: Point, scale: float, sign: str, colour: str = p.AMBER) -> str:
    return group(
        glow(0, 20, 210, 0.95),
        line("M0 -132V-84", p.OAT, 4),
        path("M-30 -84H30L44 -58H-44Z", p.INK),
        path("M-48 -58H48L66 60Q0 100 -66 60Z", colour),
        path("M-48 -58H-14L-22 74Q-46 70 -66 60Z", "#fff", opacity=0.3),
        path("M20 -58H48L66 60Q48 74 28 76Z", p.RUST, opacity=0.35),
        emblem(sign, p.FOAM, 0.62, (0, 6)),
        path("M-62 62Q0 100 62 62L54 86Q0 116 -54 86Z", p.INK),
        line("M0 106V132M-12 104V122M12 104V122", p.BERRY, 5),
        at=at,
        scale=scale,
    )


def winter_lantern_gathering() -> str:
    """Lanterns over a frozen harbour, with the old hall and its clock across the ice."""
    snow = seeded(8)
    flakes = "".join(
        circle(
            snow.uniform(0, 1600), snow.uniform(0, 900), snow.choice((3, 4, 6)), p.FOAM, opacity=snow.uniform(0.5, 1)
        )
        for _ in range(120)
    )
    arches = "".join(
        path(f"M{x} 600V520A34 34 0 0 1 {x + 68} 520V600Z", p.HONEY)
        + line(f"M{x + 34} 488V600M{x} 545H{x + 68}", p.BLUE_DEEP, 5)
        for x in (330, 440, 550, 982, 1092, 1202)
    )
    hall = polygon(
        [(270, 600), (270, 450), (690, 450), (690, 260), (800, 150), (910, 260), (910, 450), (1330, 450), (1330, 600)],
        p.mix(p.BLUE, p.BLUE_DEEP, 0.35),
    )
    roof = (
        polygon([(250, 455), (300, 390), (690, 390), (690, 455)], p.FOAM)
        + polygon([(1350, 455), (1300, 390), (910, 390), (910, 455)], p.ICE)
        + polygon([(672, 272), (800, 132), (928, 272), (890, 262), (800, 168), (710, 262)], p.FOAM)
    )
    glints = "".join(
        rect(x, y, w, 8, p.HONEY, 4, opacity=o)
        for x, y, w, o in (
            (340, 650, 60, 0.6),
            (560, 650, 50, 0.6),
            (1000, 650, 56, 0.6),
            (1210, 650, 60, 0.6),
            (360, 690, 36, 0.4),
            (1020, 696, 34, 0.4),
            (760, 650, 80, 0.7),
            (775, 690, 52, 0.5),
            (784, 728, 34, 0.4),
        )
    )
    return picture(
        bands([p.MIDNIGHT, p.BLUE_DEEP, p.BLUE, p.mix(p.BLUE, p.SKY, 0.5)], 0, 620, 70),
        stars(70, 360, 6),
        ridge([520, 470, 500, 430, 480, 520, 470, 500, 440], p.mix(p.BLUE_DEEP, p.SKY, 0.3), 620),
        line("M-20 40Q800 240 1620 40", p.OAT, 5, opacity=0.65),
        hall,
        roof,
        arches,
        path("M750 600V500A50 50 0 0 1 850 500V600Z", p.AMBER),
        glow(800, 560, 150, 0.8),
        circle(800, 325, 72, p.INK),
        circle(800, 325, 62, p.FOAM),
        line("M800 325V282M800 325L830 343", p.INK, 8),
        *(circle(*around((800, 325), 52, n * 30), 4, p.BERRY) for n in range(12)),
        path("M0 600H1600V900H0Z", p.mix(p.SKY, p.ICE, 0.35)),
        path("M0 600H1600V630Q1100 612 800 632T0 622Z", p.FOAM),
        glints,
        _lantern((170, 250), 1.25, "star"),
        _lantern((420, 246), 0.98, "leaf", p.CLAY),
        _lantern((1180, 246), 0.98, "moon", p.ROSE),
        _lantern((1430, 250), 1.25, "heart"),
        path("M0 770Q300 720 620 780T1200 780T1600 750V900H0Z", p.FOAM),
        group(card("lantern", (-92, 0), -11, 0.92), card("peak", (92, 4), 10, 0.92), at=(800, 716)),
        path("M0 850Q260 800 560 838Q800 800 1040 838Q1340 810 1600 830V900H0Z", p.FOAM),
        path("M0 880Q400 840 800 872T1600 862V900H0Z", p.ICE),
        flakes,
        vignette(0.7),
    )
