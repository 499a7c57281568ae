"""Scenes by daylight: the café mornings, the mountain lodge, the blossom and the patio."""

from random import Random

from events.season.drawing import palette as p
from events.season.drawing.cards import back, card, fan
from events.season.drawing.props import coaster, coffee, coffee_from_above, crystal_die, die, pint
from events.season.drawing.shapes import Point, circle, clipped, ellipse, group, line, path, polygon, rect, smooth
from events.season.drawing.surfaces import bands, glow, peaks, picture, planks, ridge, table, vignette


def second_sunday_learn() -> str:
    """A cup of coffee and a first hand of cards in the morning sun."""
    pane = rect(0, 0, 620, 520, p.ICE, 16)
    window = group(
        rect(-26, -26, 672, 572, p.WOOD_LIGHT, 18), rect(-26, -26, 672, 12, "#fff", 6, opacity=0.3),
        clipped(pane, bands([p.ICE, "#DDE9E4", "#F5E9C8"], 0, 520, 20), circle(440, 190, 92, p.HONEY), circle(440, 190, 70, "#FFE3A6"), path("M0 400Q160 300 330 390T640 350V520H0Z", p.SAGE), path("M0 460Q200 380 400 450T640 430V520H0Z", p.FELT_3)),
        rect(300, 0, 20, 520, p.WOOD_LIGHT), rect(0, 240, 620, 18, p.WOOD_LIGHT), rect(-56, 546, 732, 30, p.WOOD), at=(110, 80),
    )  # fmt: skip
    leaves = [path("M0 0C-44 -70 -34 -140 0 -186C34 -140 44 -70 0 0Z", tone) for tone in (p.FELT_2, p.FELT_3, p.SAGE)]
    plant = group(*(group(leaves[n % 3], line("M0 0V-150", p.FELT, 4, opacity=0.4), turn=turn, scale=size) for n, (turn, size) in enumerate(((-62, 1), (58, 1.02), (-34, 1.25), (30, 1.25), (-4, 1.4)))), at=(1430, 610))
    pot = group(path("M-86 0H86L64 150H-64Z", p.CLAY), rect(-96, -14, 192, 40, p.RUST, 8), path("M20 26H82L64 150H20Z", p.INK, opacity=0.14), at=(1430, 610))
    return picture(
        rect(0, 0, 1600, 900, "#F3E7CD"), rect(0, 0, 1600, 900, "url(#dots)"),
        *(rect(x, 0, 3, 800, p.OAT) for x in range(0, 1600, 80)),
        window, polygon([(730, 80), (1600, 420), (1600, 760), (420, 760), (730, 600)], "#FFE9B8", opacity=0.5),
        table(716), ellipse(1450, 764, 120, 14, p.NIGHT, opacity=0.3), plant, pot,
        group(card("leaf", (-150, 10), -13, 1.42), card("sun", (150, 10), 13, 1.42), card("heart", (0, -26), 0, 1.5), at=(1010, 540)),
        coffee((430, 792), p.FOAM, 1.7), die((770, 752), p.BERRY, 1, 0.85, -10), die((1256, 750), p.BLUE, 6, 0.85, 8),
        vignette(0.45),
    )  # fmt: skip


def sunday_trade_table() -> str:
    """An open binder, and two cards changing hands."""
    def page(x: float, kinds: list[str]) -> str:
        pockets = [rect(x + 28 + column * 158, 150 + row * 206, 142, 194, "#fff", 10, opacity=0.55) + (card(kind, (x + 99 + column * 158, 247 + row * 206), 0, 0.63, 0) if kind else "") for n, kind in enumerate(kinds) for row, column in (divmod(n, 3),)]
        shine = path(f"M{x + 20} 140H{x + 210}L{x + 20} 420Z", "#fff", opacity=0.14)
        return rect(x, 126, 520, 656, p.MALT, 12) + "".join(pockets) + shine

    rings = "".join(group(rect(-46, -9, 92, 18, "#8F9A93", 9), rect(-46, -9, 92, 6, "#fff", 3, opacity=0.6), at=(800, y)) for y in (230, 450, 670))
    return picture(
        planks("#B98A58", rows=6),
        rect(238, 112, 1160, 720, p.NIGHT, 26, opacity=0.32), rect(220, 92, 1160, 720, p.BERRY, 26), rect(220, 92, 1160, 10, "#fff", 5, opacity=0.2), rect(786, 92, 28, 720, p.BERRY_DEEP),
        page(262, ["leaf", "flame", "drop", "moon", "", "crown", "bell", "star", "spade"]), page(818, ["bell", "sun", "peak", "heart", "lantern", "", "dragon", "leaf", "moon"]), rings,
        card("crown", (580, 520), -16, 1.12, 0.45), card("wave", (1065, 395), 13, 1.12, 0.45),
        line("M690 330C760 250 850 240 925 285", p.FOAM, 15), path("M902 238L966 306L876 318Z", p.FOAM), line("M945 600C880 676 790 682 720 640", p.AMBER, 15), path("M744 686L680 614L772 608Z", p.AMBER),
        coffee_from_above((120, 690), 1.02), group(circle(8, 12, 120, p.NIGHT, opacity=0.3), circle(0, 0, 120, p.FOAM), circle(0, 0, 98, p.ICE), *(group(path("M-60 8C-66 -50 66 -50 60 8C60 30 -60 30 -60 8Z", "#C98A45"), line("M-28 -24L-20 14M4 -30V16M34 -24L28 14", "#9A5A24", 8), at=spot, turn=turn, scale=0.82) for spot, turn in (((-20, -22), -18), ((26, 34), 24))), at=(1490, 190)),
        coaster((1500, 720), p.FELT_2, "spade", 0.9, 8), crystal_die((140, 200), p.BLUE, 0.95, 10),
        vignette(0.6),
    )  # fmt: skip


def larch_lodge() -> str:
    """A lodge between larches under far peaks, and a hand of cards on the porch rail."""
    def larch(x: float, y: float, size: float, tone: str) -> str:
        tiers = "".join(polygon([(0, -330 + n * 62), (34 + n * 15, -232 + n * 62), (-34 - n * 15, -232 + n * 62)], p.mix(tone, p.NIGHT, 0.06 * n)) for n in range(4))
        shade = "".join(polygon([(0, -330 + n * 62), (34 + n * 15, -232 + n * 62), (6, -232 + n * 62)], p.NIGHT, opacity=0.14) for n in range(4))
        return group(rect(-8, -60, 16, 62, p.WOOD_DARK), tiers, shade, at=(x, y), scale=size)

    lodge = group(
        rect(-170, -120, 340, 120, p.WOOD), *(line(f"M-170 {y}H170", p.WOOD_DARK, 4, opacity=0.6) for y in (-96, -72, -48, -24)), polygon([(-170, -120), (0, -262), (170, -120)], p.WOOD_LIGHT), rect(90, -270, 40, 110, "#8F9A93"),
        polygon([(-210, -106), (0, -290), (210, -106), (186, -88), (0, -248), (-186, -88)], p.RUST), polygon([(0, -290), (210, -106), (186, -88), (0, -248)], p.INK, opacity=0.15),
        rect(-130, -86, 60, 54, p.HONEY, 4), rect(-28, -98, 56, 98, p.STOUT, 4), rect(74, -86, 60, 54, p.HONEY, 4), circle(0, -172, 26, p.HONEY), line("M-100 -86V-32M104 -86V-32", p.WOOD_DARK, 5),
        line("M110 -284c-20 -30 24 -44 6 -84s22 -40 10 -70", "#fff", 14, opacity=0.5),
    )  # fmt: skip
    return picture(
        bands(["#8FB8D2", "#B5D0DC", p.ICE, "#F3E3C2", p.PEACH], 0, 620, 60), glow(765, 300, 460, 1), circle(765, 292, 118, "#FFE9B8"),
        peaks([(250, 250), (1420, 300)], "#8FA9BD", p.FOAM, "#7C97AD", 80), peaks([(560, 150), (930, 230)], "#5F82A0", p.FOAM, "#4B6E8D", 110),
        ridge([560, 520, 560, 500, 540, 480, 530, 510], p.mix(p.FELT_3, p.SKY, 0.35)), ridge([600, 580, 620, 600, 560, 590, 560, 600], p.FELT_3),
        path("M360 640Q640 600 980 632T1220 690Q900 760 520 730T360 640Z", p.SKY), path("M420 644Q640 616 900 640Q700 660 420 644Z", p.FOAM, opacity=0.5),
        larch(760, 620, 0.5, p.FELT), larch(830, 610, 0.4, p.FELT_2), larch(640, 612, 0.42, p.FELT_2), group(lodge, at=(1190, 668), scale=1.12), larch(980, 660, 0.8, p.FELT), larch(1430, 690, 0.95, "#C98A1E"), larch(1540, 720, 1.15, p.FELT),
        path("M0 720Q400 660 800 720T1600 700V900H0Z", p.FELT_2), larch(70, 800, 1.5, p.FELT), larch(210, 810, 1.1, "#D9981E"),
        fan(["peak", "sun", "leaf", "wave"], (500, 1085), 50, 1.06, 400), table(790, p.WOOD, 60), pint((800, 832), p.AMBER, 1.1), die((930, 800), p.RUST, 4, 0.66, -8),
        vignette(0.5),
    )  # fmt: skip


def _blossom(at: Point, size: float, tone: str, turn: float) -> str:
    petals = "".join(group(path("M0 0C-26 -16 -26 -48 -6 -52L0 -44L6 -52C26 -48 26 -16 0 0Z", tone), turn=step * 72) for step in range(5))
    return group(petals, circle(0, 0, 11, p.BERRY), circle(-3, -3, 4, p.HONEY), at=at, scale=size, turn=turn)


def spring_blossom_sealed() -> str:
    """Cards hanging by ribbons from a branch in bloom."""
    main = [(-40, 90), (220, 170), (460, 150), (760, 210), (1060, 180), (1330, 230), (1640, 150)]
    twigs = [[(460, 150), (560, 80), (700, 50)], [(1060, 180), (1160, 100), (1290, 70)], [(220, 170), (300, 260), (330, 330)], [(1330, 230), (1400, 300), (1490, 330)], [(760, 210), (860, 280), (960, 290)]]
    dice = Random(21)
    blossoms = []
    for bough in [main, *twigs]:
        for start, end in zip(bough, bough[1:], strict=False):
            for _ in range(3 if bough is main else 2):
                t = dice.random()
                spot = (start[0] + (end[0] - start[0]) * t + dice.uniform(-30, 30), start[1] + (end[1] - start[1]) * t + dice.uniform(-44, 36))
                blossoms.append(_blossom(spot, dice.uniform(0.8, 1.45), dice.choice((p.BLUSH, "#F7D9DC", p.ROSE, "#F3C6CF")), dice.uniform(0, 72)))
    petals = [group(path("M0 0C-14 -10 -14 -28 0 -34C14 -28 14 -10 0 0Z", p.ROSE, opacity=0.75), at=(dice.uniform(60, 1540), dice.uniform(380, 860)), turn=dice.uniform(0, 360)) for _ in range(26)]

    def hanging(x: float, top: float, y: float, size: float, inner: str, turn: float) -> str:
        ribbon = line(f"M{x} {top}C{x - 14} {top + 80} {x + 14} {y - 240} {x} {y - 128 * size}", p.BERRY, 8)
        return group(inner, circle(0, -129, 8, p.BERRY_DEEP), at=(x, y), turn=turn, scale=size) + ribbon

    return picture(
        bands(["#BFDCD8", "#D5E8DF", "#EAF0E0", "#F8EBDD"], 0, 900, 120), rect(0, 0, 1600, 900, "url(#dots)"),
        circle(1260, 470, 240, "#FFE9B8", opacity=0.7), ridge([800, 760, 800, 740, 790, 750, 800], p.SAGE), ridge([850, 830, 860, 820, 850, 830, 850], p.FELT_3),
        group(*(line(smooth(bough), p.NIGHT, 22, opacity=0.1) for bough in [main, *twigs]), at=(10, 18)),
        *(line(smooth(twig), p.WOOD, 16) for twig in twigs), line(smooth(main), p.WOOD_DARK, 38), group(line(smooth(main), p.WOOD_LIGHT, 12), at=(-2, -9)),
        hanging(470, 170, 520, 1.25, card("bell"), -4), hanging(800, 220, 580, 1.45, card("heart"), 2), hanging(1130, 200, 510, 1.25, back(colour=p.BERRY), 4),
        *blossoms, *petals, vignette(0.35),
    )  # fmt: skip


def patio_draft_league() -> str:
    """A big umbrella over a pitcher of lemonade and a draft in the sun."""
    rim = [140, 404, 668, 932, 1196, 1460]
    gores = "".join(path(f"M800 60Q{(left + 800) / 2 - (800 - left) * 0.16:.0f} 150 {left} 370Q{(left + right) / 2} 330 {right} 370Q{(right + 800) / 2 + (right - 800) * 0.16:.0f} 150 800 60Z", colour) for left, right, colour in zip(rim, rim[1:], (p.RUST, p.FOAM, p.RUST, p.FOAM, p.RUST), strict=False))
    valance = "".join(path(f"M{left} 370Q{(left + right) / 2} 330 {right} 370V404Q{(left + right) / 2} 440 {left} 404Z", colour) for left, right, colour in zip(rim, rim[1:], ("#7E2A0E", p.OAT, "#7E2A0E", p.OAT, "#7E2A0E"), strict=False))
    jug = path("M-110 -300H100L124 -30Q124 0 94 0H-94Q-124 0 -124 -30Z", p.FOAM)
    lemon = group(circle(0, 0, 46, p.HONEY), circle(0, 0, 38, "#FFF3D6"), *(group(path("M0 -4L-12 -32Q0 -38 12 -32Z", p.AMBER), turn=step * 60) for step in range(6)))
    pitcher = group(
        ellipse(30, 0, 150, 18, p.NIGHT, opacity=0.35), line("M108 -250C210 -250 200 -80 116 -90", p.ICE, 26),
        path("M-110 -300H100L124 -30Q124 0 94 0H-94Q-124 0 -124 -30Z", p.FOAM, opacity=0.6), clipped(jug, rect(-130, -232, 270, 240, p.HONEY), rect(50, -300, 100, 300, p.INK, opacity=0.1), rect(-86, -214, 62, 56, "#fff", 10, opacity=0.6), rect(10, -190, 58, 54, "#fff", 10, opacity=0.5), group(lemon, at=(-38, -86)), group(lemon, at=(66, -56), scale=0.8)),
        path("M-110 -300L-146 -322L-96 -270Z", p.ICE), path("M-92 -280L-80 -280L-96 -30L-104 -30Z", "#fff", opacity=0.6),
    )  # fmt: skip
    flags = "".join(polygon([(x, y), (x + 60, y + 4), (x + 28, y + 62)], colour) for x, y, colour in ((20, 36, p.BERRY), (110, 50, p.AMBER), (1420, 50, p.BLUE), (1510, 36, p.AMBER)))
    return picture(
        bands(["#9CC7DA", "#B9D9E2", "#D9EAE6", "#F5EBCB"], 0, 640, 60), circle(1400, 210, 88, p.HONEY), circle(1400, 210, 66, "#FFE9B8"), line("M-20 26Q300 90 800 20Q1300 90 1620 26", p.INK, 4), flags,
        ridge([560, 520, 560, 500, 550, 510, 560], p.SAGE), ridge([620, 600, 630, 590, 620, 600, 630], p.FELT_3),
        *(rect(x, 560, 44, 200, p.FOAM, 8) + rect(x + 30, 560, 14, 200, p.OAT, 6) for x in range(10, 1600, 92)), rect(0, 600, 1600, 22, p.FOAM), rect(0, 690, 1600, 22, p.OAT),
        rect(788, 60, 24, 720, p.WOOD), rect(802, 60, 10, 720, p.WOOD_DARK, opacity=0.5),
        valance, gores, polygon([(800, 60), (932, 370), (1460, 370), (1130, 150)], p.INK, opacity=0.07), circle(800, 52, 20, p.AMBER),
        fan(["sun", "leaf", "wave", "flame"], (1150, 1000), 54, 1.22, 360), table(730), group(pitcher, at=(430, 800), scale=1.16), pint((715, 804), p.AMBER, 1.1), die((880, 768), p.BERRY, 5, 0.8, 10),
        vignette(0.4),
    )  # fmt: skip
