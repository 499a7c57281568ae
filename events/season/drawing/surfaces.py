"""What lies behind and beneath the props: felt, planks, walls, skies, light."""

from events.season.drawing import palette as p
from events.season.drawing.shapes import circle, group, line, number, path, polygon, rect, seeded, smooth

WIDTH, HEIGHT = 1600, 900


def picture(*layers: str) -> str:
    """Return a whole SVG document of the layers, with the shared textures."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    return head + f"<defs>{_textures()}</defs>" + "\n".join(layers) + "</svg>\n"


def _textures() -> str:
    dice = seeded(7)
    flecks = "".join(
        line(f"M{dice.randint(0, 118)} {dice.randint(0, 118)}l{dice.randint(-4, 4)} {dice.randint(-4, 4)}", tone, 1.6)
        for tone in ("#fff", "#000")
        for _ in range(26)
    )
    grains = "".join(
        line(
            f"M0 {y}c60 {dice.randint(-9, 9)} 110 {dice.randint(-9, 9)} 160 0s100 {dice.randint(-7, 7)} 160 0",
            "#000",
            w,
        )
        for y, w in ((12, 2), (29, 3), (47, 1.5), (64, 3), (83, 2))
    )
    glow = "".join(
        f'<stop offset="{at}" stop-color="{p.HONEY}" stop-opacity="{strength}"/>'
        for at, strength in (("0", ".75"), (".35", ".3"), ("1", "0"))
    )
    return (
        '<pattern id="felt" width="120" height="120" patternUnits="userSpaceOnUse">'
        f'<g opacity=".10">{flecks}</g></pattern>'
        '<pattern id="grain" width="320" height="96" patternUnits="userSpaceOnUse">'
        f'<g opacity=".10">{grains}</g></pattern>'
        '<pattern id="dots" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">'
        '<circle cx="6" cy="6" r="2.2" fill="#000" opacity=".07"/></pattern>'
        f'<radialGradient id="glow">{glow}</radialGradient>'
        '<radialGradient id="edge" r=".75"><stop offset=".55" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".38"/></radialGradient>'
    )


def backdrop(colour: str, texture: str = "felt") -> str:
    """Fill the picture with a colour and one of the textures felt, grain or dots."""
    return rect(0, 0, WIDTH, HEIGHT, colour) + rect(0, 0, WIDTH, HEIGHT, f"url(#{texture})")


def vignette(strength: float = 1) -> str:
    """Darken the corners, so that the eye stays in the middle."""
    return rect(0, 0, WIDTH, HEIGHT, "url(#edge)", opacity=strength)


def glow(x: float, y: float, radius: float, strength: float = 1) -> str:
    return circle(x, y, radius, "url(#glow)", opacity=strength)


def bands(colours: list[str], top: float, bottom: float, bend: float = 0) -> str:
    """Fill from top to bottom with flat bands of colour whose borders bend upwards in the middle."""
    step = (bottom - top) / len(colours)
    parts = []
    for row, colour in enumerate(colours):
        y = top + row * step
        edge = f"M0 {number(y)}Q800 {number(y - bend)} 1600 {number(y)}V{number(bottom)}H0Z"
        parts.append(path(edge, colour) if row else rect(0, top, WIDTH, bottom - top, colour))
    return "".join(parts)


def planks(colour: str = p.WOOD, top: float = 0, bottom: float = HEIGHT, rows: int = 5) -> str:
    """Lay wooden boards across the picture."""
    height = (bottom - top) / rows
    dice = seeded(rows)
    parts = []
    for row in range(rows):
        y = top + row * height
        tone = p.mix(colour, p.WOOD_LIGHT if row % 2 else p.WOOD_DARK, 0.12 + 0.1 * dice.random())
        parts.append(rect(0, y, WIDTH, height, tone))
        parts.append(rect(0, y, WIDTH, 4, p.WOOD_DARK, opacity=0.55) + rect(0, y + 4, WIDTH, 3, p.PEACH, opacity=0.12))
    return "".join(parts) + rect(0, top, WIDTH, bottom - top, "url(#grain)")


def table(top: float, cloth: str = p.FELT_2, depth: float = 84) -> str:
    """Set a table seen from the front: `depth` pixels of cloth, the wooden rail, and its boards below."""
    rail = top + depth
    return (
        rect(0, top, WIDTH, HEIGHT - top, p.WOOD)
        + rect(0, top, WIDTH, depth, cloth)
        + rect(0, top, WIDTH, depth, "url(#felt)")
        + rect(0, top, WIDTH, 5, "#fff", opacity=0.16)
        + rect(0, rail - 10, WIDTH, 10, p.NIGHT, opacity=0.3)
        + rect(0, rail, WIDTH, 26, p.WOOD_LIGHT)
        + rect(0, rail, WIDTH, 4, "#fff", opacity=0.2)
        + rect(0, rail + 26, WIDTH, 9, p.WOOD_DARK, opacity=0.6)
        + rect(0, rail, WIDTH, HEIGHT - rail, "url(#grain)")
    )


def string_lights(
    start: float, sag: float, bulbs: int, colours: list[str], left: float = -20, right: float = 1620
) -> str:
    """Hang a garland of bulbs from the left to the right, `sag` pixels low in the middle."""
    parts = [line(f"M{left} {start}Q{(left + right) / 2} {start + 2 * sag} {right} {start}", p.INK, 5)]
    for bulb in range(bulbs):
        t = (bulb + 0.5) / bulbs
        x, y = left + (right - left) * t, start + 4 * sag * t * (1 - t)
        parts.append(glow(x, y + 30, 92, 0.8))
        parts.append(rect(x - 8, y - 3, 16, 18, p.INK, 4))
        parts.append(
            path(f"M{number(x)} {number(y + 13)}c26 10 24 44 0 50c-24 -6 -26 -40 0 -50Z", colours[bulb % len(colours)])
        )
        parts.append(circle(x - 5, y + 32, 5, "#fff", opacity=0.7))
    return "".join(parts)


def ridge(heights: list[float], fill: str, bottom: float = HEIGHT) -> str:
    """Draw a soft range of hills through evenly spaced heights."""
    step = WIDTH / (len(heights) - 1)
    return path(smooth([(i * step, y) for i, y in enumerate(heights)]) + f"V{number(bottom)}H0Z", fill)


def peaks(points: list[tuple[float, float]], fill: str, snow: str, shade: str, snow_depth: float = 90) -> str:
    """Draw sharp mountains at the given summits, each with a shaded right side and a snowcap."""
    parts = []
    for x, y in points:
        run = (HEIGHT - y) * 0.78
        parts.append(polygon([(x, y), (x + run, HEIGHT), (x - run, HEIGHT)], fill))
        fold = [(x, y), (x + run, HEIGHT), (x + 40, HEIGHT), (x - 30, y + 260), (x + 22, y + 150)]
        parts.append(polygon(fold, shade))
        d = snow_depth
        cap = [(x, y), (x + d * 0.78, y + d), (x + d * 0.4, y + d * 0.78), (x + d * 0.12, y + d * 1.25)]
        parts.append(
            polygon([*cap, (x - d * 0.2, y + d * 0.8), (x - d * 0.5, y + d * 1.1), (x - d * 0.78, y + d)], snow)
        )
    return "".join(parts)


def stars(count: int, bottom: float, seed: int, colour: str = p.FOAM) -> str:
    dice = seeded(seed)
    return group(
        *(
            circle(
                dice.uniform(0, WIDTH),
                dice.uniform(0, bottom),
                dice.choice((1.6, 2.2, 3.2)),
                colour,
                opacity=dice.uniform(0.35, 0.95),
            )
            for _ in range(count)
        )
    )
