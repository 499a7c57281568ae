"""Make src/common/styles/plain-zero.woff2: the zero of the text font without its slash.

The font has no plain zero, and "$10.93" with a slashed one looks like "$18.93". Run it after an update of the font:

    pip install fonttools brotli && python tools/fonts/plain_zero.py

The font is under the SIL Open Font License, which permits this: see the package's LICENSE.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates

FRONTEND = Path(__file__).resolve().parents[2]
PACKAGE = FRONTEND / "node_modules/@fontsource-variable/atkinson-hyperlegible-next"
SOURCE = PACKAGE / "files/atkinson-hyperlegible-next-latin-wght-normal.woff2"
TARGET = FRONTEND / "src/common/styles/plain-zero.woff2"
OUTLINE = 16  # points of the outer contour; two halves of the inside follow, above and below the slash
BOTTOM, LEFT, RIGHT, TOP = OUTLINE, OUTLINE + 7, OUTLINE + 15, OUTLINE + 20  # where the inside is lowest, …


Points = list[tuple[int, int]]


def draw_plain(points: Points) -> Points:
    """Return the points of a plain zero: the outline, and one like it, as large as the inside, the other way around."""
    outline = points[:OUTLINE]
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    low, high = min(y for _, y in outline), max(y for _, y in outline)
    (inner_left, _), (inner_right, _) = points[LEFT], points[RIGHT]
    (_, inner_low), (_, inner_high) = points[BOTTOM], points[TOP]
    inside = [
        (
            round(inner_left + (x - left) * (inner_right - inner_left) / (right - left)),
            round(inner_low + (y - low) * (inner_high - inner_low) / (high - low)),
        )
        for x, y in reversed(outline)
    ]
    return outline + inside


def main() -> None:
    font = TTFont(SOURCE)
    slashed = font["glyf"]["zero"]
    points = list(slashed.coordinates)
    default = draw_plain(points)
    # The variations of a weight are moves of the points, and then of four points of the width.
    for variation in font["gvar"].variations["zero"]:
        moves = variation.coordinates
        drawn = draw_plain([(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, moves, strict=False)])
        moved = [(x - x0, y - y0) for (x, y), (x0, y0) in zip(drawn, default, strict=True)]
        variation.coordinates = [*moved, *moves[len(points) :]]

    zero = Glyph()
    zero.numberOfContours = 2
    zero.coordinates = GlyphCoordinates(default)
    zero.flags = bytearray([*slashed.flags[:OUTLINE], *reversed(slashed.flags[:OUTLINE])])
    zero.endPtsOfContours = [OUTLINE - 1, 2 * OUTLINE - 1]
    zero.program = slashed.program
    font["glyf"]["zero"] = zero

    options = Options(layout_features=["tnum", "pnum"], hinting=False, name_IDs=[0, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(text="0")
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET)
    print(f"{TARGET.relative_to(FRONTEND)}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
