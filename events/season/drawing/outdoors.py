"""Scenes under the open sky: the mountain lodge and the patio."""

from events.season.drawing import palette as p
from events.season.drawing.cards import fan
from events.season.drawing.props import die, pint
from events.season.drawing.shapes import (
    circle,
    clipped,
    ellipse,
    group,
    line,
    path,
    polygon,
    rect,
)
from events.season.drawing.surfaces import bands, glow, peaks, picture, ridge, table, vignette


def larch_lodge() -> str:
    """A lodge between larches under far peaks, and a hand of cards on the porch rail."""

    def larch(x: float, y: float, size: float, tone: str) -> str:
        tiers = "".join(
            polygon(
                [(0, -330 + n * 62), (34 + n * 15, -232 + n * 62), (-34 - n * 15, -232 + n * 62)],
                p.mix(tone, p.NIGHT, 0.06 * n),
            )
            for n in range(4)
        )
        shade = "".join(
            polygon([(0, -330 + n * 62), (34 + n * 15, -232 + n * 62), (6, -232 + n * 62)], p.NIGHT, opacity=0.14)
            for n in range(4)
        )
        return group(rect(-8, -60, 16, 62, p.WOOD_DARK), tiers, shade, at=(x, y), scale=size)

    lodge = group(
        rect(-170, -120, 340, 120, p.WOOD),
        *(line(f"M-170 {y}H170", p.WOOD_DARK, 4, opacity=0.6) for y in (-96, -72, -48, -24)),
        polygon([(-170, -120), (0, -262), (170, -120)], p.WOOD_LIGHT),
        rect(90, -270, 40, 110, "#8F9A93"),
        polygon([(-210, -106), (0, -290), (210, -106), (186, -88), (0, -248), (-186, -88)], p.RUST),
        polygon([(0, -290), (210, -106), (186, -88), (0, -248)], p.INK, opacity=0.15),
        rect(-130, -86, 60, 54, p.HONEY, 4),
        rect(-28, -98, 56, 98, p.STOUT, 4),
        rect(74, -86, 60, 54, p.HONEY, 4),
        circle(0, -172, 26, p.HONEY),
        line("M-100 -86V-32M104 -86V-32", p.WOOD_DARK, 5),
        line("M110 -284c-20 -30 24 -44 6 -84s22 -40 10 -70", "#fff", 14, opacity=0.5),
    )
    return picture(
        bands(["#8FB8D2", "#B5D0DC", p.ICE, "#F3E3C2", p.PEACH], 0, 620, 60),
        glow(765, 300, 460, 1),
        circle(765, 292, 118, "#FFE9B8"),
        peaks([(250, 250), (1420, 300)], "#8FA9BD", p.FOAM, "#7C97AD", 80),
        peaks([(560, 150), (930, 230)], "#5F82A0", p.FOAM, "#4B6E8D", 110),
        ridge([560, 520, 560, 500, 540, 480, 530, 510], p.mix(p.FELT_3, p.SKY, 0.35)),
        ridge([600, 580, 620, 600, 560, 590, 560, 600], p.FELT_3),
        path("M360 640Q640 600 980 632T1220 690Q900 760 520 730T360 640Z", p.SKY),
        path("M420 644Q640 616 900 640Q700 660 420 644Z", p.FOAM, opacity=0.5),
        larch(760, 620, 0.5, p.FELT),
        larch(830, 610, 0.4, p.FELT_2),
        larch(640, 612, 0.42, p.FELT_2),
        group(lodge, at=(1190, 668), scale=1.12),
        larch(980, 660, 0.8, p.FELT),
        larch(1430, 690, 0.95, "#C98A1E"),
        larch(1540, 720, 1.15, p.FELT),
        path("M0 720Q400 660 800 720T1600 700V900H0Z", p.FELT_2),
        larch(70, 800, 1.5, p.FELT),
        larch(210, 810, 1.1, "#D9981E"),
        fan(["peak", "sun", "leaf", "wave"], (500, 1085), 50, 1.06, 400),
        table(790, p.WOOD, 60),
        pint((800, 832), p.AMBER, 1.1),
        die((930, 800), p.RUST, 4, 0.66, -8),
        vignette(0.5),
    )


def patio_draft_league() -> str:
    """A big umbrella over a pitcher of lemonade and a draft in the sun."""
    rim = [140, 404, 668, 932, 1196, 1460]
    gores = "".join(
        path(
            f"M800 60Q{(left + 800) / 2 - (800 - left) * 0.16:.0f} 150 {left} 370Q{(left + right) / 2}"
            f" 330 {right} 370Q{(right + 800) / 2 + (right - 800) * 0.16:.0f} 150 800 60Z",
            colour,
        )
        for left, right, colour in zip(rim, rim[1:], (p.RUST, p.FOAM, p.RUST, p.FOAM, p.RUST), strict=False)
    )
    valance = "".join(
        path(f"M{left} 370Q{(left + right) / 2} 330 {right} 370V404Q{(left + right) / 2} 440 {left} 404Z", colour)
        for left, right, colour in zip(rim, rim[1:], ("#7E2A0E", p.OAT, "#7E2A0E", p.OAT, "#7E2A0E"), strict=False)
    )
    jug = path("M-110 -300H100L124 -30Q124 0 94 0H-94Q-124 0 -124 -30Z", p.FOAM)
    lemon = group(
        circle(0, 0, 46, p.HONEY),
        circle(0, 0, 38, "#FFF3D6"),
        *(group(path("M0 -4L-12 -32Q0 -38 12 -32Z", p.AMBER), turn=step * 60) for step in range(6)),
    )
    pitcher = group(
        ellipse(30, 0, 150, 18, p.NIGHT, opacity=0.35),
        line("M108 -250C210 -250 200 -80 116 -90", p.ICE, 26),
        path("M-110 -300H100L124 -30Q124 0 94 0H-94Q-124 0 -124 -30Z", p.FOAM, opacity=0.6),
        clipped(
            jug,
            rect(-130, -232, 270, 240, p.HONEY),
            rect(50, -300, 100, 300, p.INK, opacity=0.1),
            rect(-86, -214, 62, 56, "#fff", 10, opacity=0.6),
            rect(10, -190, 58, 54, "#fff", 10, opacity=0.5),
            group(lemon, at=(-38, -86)),
            group(lemon, at=(66, -56), scale=0.8),
        ),
        path("M-110 -300L-146 -322L-96 -270Z", p.ICE),
        path("M-92 -280L-80 -280L-96 -30L-104 -30Z", "#fff", opacity=0.6),
    )
    flags = "".join(
        polygon([(x, y), (x + 60, y + 4), (x + 28, y + 62)], colour)
        for x, y, colour in ((20, 36, p.BERRY), (110, 50, p.AMBER), (1420, 50, p.BLUE), (1510, 36, p.AMBER))
    )
    return picture(
        bands(["#9CC7DA", "#B9D9E2", "#D9EAE6", "#F5EBCB"], 0, 640, 60),
        circle(1400, 210, 88, p.HONEY),
        circle(1400, 210, 66, "#FFE9B8"),
        line("M-20 26Q300 90 800 20Q1300 90 1620 26", p.INK, 4),
        flags,
        ridge([560, 520, 560, 500, 550, 510, 560], p.SAGE),
        ridge([620, 600, 630, 590, 620, 600, 630], p.FELT_3),
        *(rect(x, 560, 44, 200, p.FOAM, 8) + rect(x + 30, 560, 14, 200, p.OAT, 6) for x in range(10, 1600, 92)),
        rect(0, 600, 1600, 22, p.FOAM),
        rect(0, 690, 1600, 22, p.OAT),
        rect(788, 60, 24, 720, p.WOOD),
        rect(802, 60, 10, 720, p.WOOD_DARK, opacity=0.5),
        valance,
        gores,
        polygon([(800, 60), (932, 370), (1460, 370), (1130, 150)], p.INK, opacity=0.07),
        circle(800, 52, 20, p.AMBER),
        fan(["sun", "leaf", "wave", "flame"], (1150, 1000), 54, 1.22, 360),
        table(730),
        group(pitcher, at=(430, 800), scale=1.16),
        pint((715, 804), p.AMBER, 1.1),
        die((880, 768), p.BERRY, 5, 0.8, 10),
        vignette(0.4),
    )
