"""Scenes of the special dates: the marathon, the release, the late night."""

from events.season.drawing import palette as p
from events.season.drawing.cards import card, fan
from events.season.drawing.emblems import emblem
from events.season.drawing.props import coaster, crystal_die, die, pint
from events.season.drawing.shapes import (
    around,
    circle,
    ellipse,
    group,
    line,
    number,
    path,
    rect,
    seeded,
    smooth,
)
from events.season.drawing.surfaces import backdrop, bands, glow, picture, stars, table, vignette


def twelve_hour_marathon() -> str:
    """A clock whose hours are cards."""
    kinds = ["sun", "leaf", "wave", "flame", "crown", "drop", "heart", "moon", "star", "spade", "peak", "lantern"]
    hours = [card(kind, around((800, 450), 336, n * 30), n * 30, 0.54) for n, kind in enumerate(kinds)]
    ticks = [
        group(rect(-4, -222, 8, 22 if minute % 5 else 40, p.FELT, 4, opacity=0.75), at=(800, 450), turn=minute * 6)
        for minute in range(60)
        if minute % 5 == 0 or minute % 1 == 0
    ]
    wedge = path("M800 450L800 262A188 188 0 1 1 637 356Z", p.AMBER, opacity=0.28)
    return picture(
        backdrop(p.FELT_2),
        glow(800, 450, 760, 0.6),
        *(
            group(path("M-60 -1100L60 -1100L0 0Z", p.FELT, opacity=0.5), at=(800, 450), turn=15 + n * 30)
            for n in range(12)
        ),
        circle(814, 472, 440, p.NIGHT, opacity=0.4),
        circle(800, 450, 440, p.WOOD),
        circle(800, 450, 440, "url(#grain)"),
        circle(800, 450, 414, p.FELT),
        circle(800, 450, 414, "url(#felt)"),
        *hours,
        circle(808, 462, 236, p.NIGHT, opacity=0.35),
        circle(800, 450, 236, p.FOAM),
        circle(800, 450, 236, "url(#dots)"),
        wedge,
        *ticks,
        emblem("heart", p.BERRY, 0.8, (800, 540)),
        group(rect(-11, -132, 22, 160, p.NIGHT, 11, opacity=0.25), at=(808, 460), turn=-60),
        group(rect(-11, -132, 22, 160, p.INK, 11), at=(800, 450), turn=-60),
        group(rect(-7, -196, 14, 226, p.NIGHT, 7, opacity=0.25), at=(808, 460)),
        group(rect(-7, -196, 14, 226, p.INK, 7), at=(800, 450)),
        circle(800, 450, 22, p.AMBER),
        circle(800, 450, 9, p.INK),
        coaster((160, 720), p.BERRY, "heart", 0.95, -12),
        coaster((1440, 180), p.AMBER_DEEP, "spade", 0.95, 10),
        die((1400, 720), p.RUST, 6, 1.1, 14),
        crystal_die((190, 200), p.BLUE, 1.1, -10),
        die((1500, 640), p.BLUE, 1, 0.8, -18),
        vignette(0.8),
    )


def emberfall_release() -> str:
    """A sea dragon rising from the swell into an ember sky."""
    body = [
        (980, 900),
        (1010, 700),
        (1130, 560),
        (1120, 420),
        (960, 380),
        (800, 430),
        (640, 400),
        (560, 290),
        (620, 190),
    ]
    coil = smooth(body)
    head = path(
        "M-60 44C-90 4 -70 -60 -10 -74L-64 -128C-6 -120 24 -100 40 -72C96 -66 150 -28 178 14C150"
        " 26 120 26 96 22L130 52C80 62 20 70 -60 44Z",
        p.FELT_3,
    )
    fins = [
        group(path("M-46 0C-30 -70 20 -98 70 -96C40 -66 38 -30 46 0Z", p.AMBER), at=spot, turn=turn, scale=size)
        for spot, turn, size in (
            ((1142, 470), 74, 1),
            ((1060, 368), 12, 1.05),
            ((880, 372), -22, 1.0),
            ((712, 398), 4, 0.9),
            ((574, 350), -74, 0.8),
        )
    ]

    def wave(y: float, step: float, fill: str, shift: float) -> str:
        crests = f"M{number(-shift)} {y}"
        x = -shift
        while x < 1650:
            crests += (
                f"C{number(x + step * 0.3)} {y - 90} {number(x + step * 0.75)} {y - 90}"
                f" {number(x + step * 0.8)} {y - 22}C{number(x + step * 0.72)} {y - 44}"
                f" {number(x + step * 0.58)} {y - 30} {number(x + step * 0.62)} {y - 6}"
                f"C{number(x + step * 0.7)} {y + 14} {number(x + step * 0.9)} {y + 14} {number(x + step)}"
                f" {y}"
            )
            x += step
        return path(crests + "V900H-400Z", fill) + line(crests, p.FOAM, 7, opacity=0.75)

    embers = seeded(5)
    sparks = "".join(
        circle(
            embers.uniform(0, 1600),
            embers.uniform(20, 620),
            embers.choice((3, 4, 6)),
            embers.choice((p.HONEY, p.AMBER, p.FOAM)),
            opacity=0.8,
        )
        for _ in range(60)
    )
    return picture(
        bands([p.BERRY_DEEP, p.BERRY, p.RUST, p.CLAY, p.AMBER], 0, 760, 90),
        glow(960, 330, 620),
        circle(960, 350, 290, p.HONEY),
        circle(960, 350, 245, "#FFE3A6"),
        sparks,
        wave(640, 300, p.BLUE_DEEP, 60),
        *fins,
        line(coil, p.NIGHT, 124, opacity=0.22),
        line(coil, p.FELT, 112),
        group(line(coil, p.FELT_3, 74), at=(-8, -10)),
        line(coil, p.SAGE, 70, opacity=0.35, stroke_dasharray="3 30", stroke_linecap="butt"),
        group(
            head,
            path("M-60 44C20 70 80 62 130 52L96 22C40 24 -20 30 -60 44Z", p.FELT),
            path("M-10 -74L-64 -128C-30 -124 0 -112 18 -98Z", p.AMBER),
            path("M-46 -40L-130 -70C-110 -30 -84 -10 -56 4Z", p.AMBER),
            path("M28 -34L76 -20Q64 -4 46 -8Q32 -14 28 -34Z", p.HONEY),
            ellipse(56, -18, 4, 8, p.INK),
            line("M22 -42L80 -22", p.FELT, 8),
            circle(146, 2, 6, p.INK),
            path("M104 24L112 40L122 25ZM76 22L84 40L94 22Z", p.FOAM),
            at=(640, 190),
            turn=-12,
            scale=1.35,
        ),
        wave(730, 360, p.BLUE, 200),
        fan(["wave", "flame", "drop"], (320, 1020), 44, 1.2, 330, -4),
        wave(820, 420, p.mix(p.BLUE, p.FELT_3, 0.45), 40),
        rect(0, 0, 1600, 900, "url(#dots)"),
        vignette(0.8),
    )


def moon_cube() -> str:
    """A cube built of cards before an enormous moon."""

    def face(kind: str, matrix: str, shade: float) -> str:
        sheet = rect(-150, -150, 300, 300, p.FOAM, 10) + rect(-140, -140, 280, 280, p.BLUE_DEEP, 8)
        content = card(kind, (0, 0), 90 if kind == "star" else 0, 1.0, 0)
        dusk = rect(-150, -150, 300, 300, p.INK, 10, opacity=shade)
        return f'<g transform="matrix({matrix})">{sheet}{content}{dusk}</g>'

    skyline = (
        "M0 700V600H90V560H170V620H250V520L300 470L350 520V640H430V580H520V660H600V700H1000V650"
        "H1080V570H1150V620H1230V500H1330V590H1400V540L1440 480L1480 540V610H1600V700Z"
    )
    lit = seeded(9)
    windows = "".join(
        rect(x, y, 14, 20, p.HONEY, 2, opacity=0.85)
        for x in range(20, 1600, 44)
        for y in (632, 664)
        if lit.random() < 0.34 and not 590 < x < 1000
    )
    craters = "".join(
        circle(x, y, r, p.OAT, opacity=0.55)
        for x, y, r in ((690, 250, 44), (920, 190, 30), (960, 420, 52), (640, 430, 26), (810, 150, 18))
    )
    return picture(
        bands(
            [p.MIDNIGHT, p.mix(p.MIDNIGHT, p.BLUE_DEEP, 0.6), p.BLUE_DEEP, p.mix(p.BLUE_DEEP, p.BLUE, 0.6), p.BLUE],
            0,
            760,
            100,
        ),
        stars(130, 560, 4),
        glow(800, 350, 700, 0.75),
        circle(800, 350, 320, p.MALT),
        craters,
        path("M800 30A320 320 0 0 1 800 670A400 400 0 0 0 800 30Z", p.INK, opacity=0.08),
        path(skyline, p.NIGHT),
        windows,
        table(704),
        ellipse(830, 776, 330, 26, p.NIGHT, opacity=0.45),
        group(
            face("star", "0.866 0.5 -0.866 0.5 0 -225", 0),
            face("moon", "0.866 0.5 0 1 -130 0", 0.06),
            face("flame", "0.866 -0.5 0 1 130 0", 0.3),
            at=(800, 548),
            scale=1.02,
        ),
        pint((290, 782), p.STOUT, 1.5),
        pint((450, 790), p.AMBER, 1.2),
        crystal_die((1180, 735), p.BERRY, 0.9, 6),
        die((1330, 740), p.AMBER_DEEP, 2, 0.9, -8),
        vignette(0.9),
    )
