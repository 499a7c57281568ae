"""Color math: contrast (WCAG 2.2), lightness, and the nearest color that meets a condition."""

import colorsys
import re
from collections.abc import Callable
from functools import lru_cache

HEX = re.compile(r"#[0-9A-Fa-f]{6}")
STEPS = 400  # of lightness, from black to white


def is_color(text: str) -> bool:
    """Return whether the text is a color such as #12402F. Nothing else is written to a stylesheet."""
    return HEX.fullmatch(text) is not None


def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue, each from 0 to 1."""
    return int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255


def luminance(color: str) -> float:
    """Return the relative luminance, from 0 (black) to 1 (white)."""
    red, green, blue = (linear(channel) for channel in channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=4096)
def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, from 1 (no difference) to 21 (black on white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(color: str) -> float:
    """Return the lightness in HLS, from 0 to 1."""
    return colorsys.rgb_to_hls(*channels(color))[1]


def at_lightness(color: str, wanted: float) -> str:
    """Return the color with this lightness, from 0 (black) to 1 (white)."""
    hue, _, saturation = colorsys.rgb_to_hls(*channels(color))
    red, green, blue = colorsys.hls_to_rgb(hue, min(max(wanted, 0.0), 1.0), saturation)
    return f"#{round(red * 255):02X}{round(green * 255):02X}{round(blue * 255):02X}"


def nearest(color: str, passes: Callable[[str], bool]) -> str | None:
    """Return the color that passes with the smallest change of lightness, or None."""
    if passes(color):
        return color
    start = lightness(color)
    by_distance = sorted((step / STEPS for step in range(STEPS + 1)), key=lambda wanted: abs(wanted - start))
    return next((shade for wanted in by_distance if passes(shade := at_lightness(color, wanted))), None)


def clearest(background: str, among: tuple[str, ...]) -> str:
    """Return the text color with the highest contrast to the background."""
    return max(among, key=lambda text: contrast(text, background))
