"""Compute the theme from a club's three colors, for the light and dark schemes.

The design tokens are in frontend/src/common/styles/tokens.css. This module repeats those that depend on a club's
colors, and the backgrounds they appear on; a test compares the two files.
"""

import colorsys
import hashlib
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import lru_cache

TEXT, CONTROL = 4.5, 3.0  # the minimum contrast of text and of controls (WCAG 2.2 AA)
COMFORTABLE = 7.0  # the minimum contrast of computed link colors, which nobody chose
HEX = re.compile(r"#[0-9A-Fa-f]{6}")
STEPS = 400  # of lightness, from black to white


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colors of one scheme, named like the tokens."""

    felt: str
    felt_2: str  # a shade of felt, for hover states and borders
    on_felt: str  # text
    amber: str
    amber_press: str
    on_amber: str
    link: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """The default light or dark scheme."""

    name: str
    shop: Tokens
    texts: tuple[str, str]  # light and dark text for colored backgrounds
    backgrounds: tuple[tuple[str, str], ...]  # of links: name and color
    press: float  # how much lighter a button becomes when pressed


PAGE = "#F7F8F3"  # the page's background in the light scheme
LIGHT = Scheme(
    name="light",
    shop=Tokens("#12402F", "#1B5B43", "#F7F8F3", "#F2A71B", "#D98E04", "#1D2420", "#0F5C40"),
    texts=("#F7F8F3", "#1D2420"),
    backgrounds=(("the page", PAGE), ("a card", "#FFFFFF"), ("a quiet panel", "#ECE6D6")),
    press=-0.09,
)
DARK = Scheme(
    name="dark",
    shop=Tokens("#0C2A1F", "#1B5B43", "#F1F4EC", "#F6B73C", "#FFCB66", "#1D2420", "#8FD6B4"),
    texts=("#F1F4EC", "#1D2420"),
    backgrounds=(("the page", "#101713"), ("a card", "#18211C"), ("a quiet panel", "#222C26")),
    press=0.09,
)


@dataclass(frozen=True, slots=True)
class Colors:
    """A club's chosen colors. Empty ones for the dark scheme are computed from the light ones."""

    felt: str = LIGHT.shop.felt
    amber: str = LIGHT.shop.amber
    link: str = LIGHT.shop.link
    felt_dark: str = ""
    amber_dark: str = ""
    link_dark: str = ""

    def only_valid(self) -> "Colors":
        """Return these colors with the defaults in place of invalid ones."""
        chosen = asdict(self)
        return Colors(**{name: value.upper() for name, value in chosen.items() if is_color(value)})


@dataclass(frozen=True, slots=True)
class Theme:
    """Both schemes and their stylesheet, which is empty for the default colors."""

    light: Tokens
    dark: Tokens
    stylesheet: str

    @property
    def version(self) -> str:
        return hashlib.sha256(self.stylesheet.encode()).hexdigest()[:12] if self.stylesheet else ""


@lru_cache(maxsize=64)
def theme_of(colors: Colors) -> Theme:
    chosen = colors.only_valid()
    light, dark = light_tokens(chosen), dark_tokens(chosen)
    return Theme(light, dark, stylesheet_of(light, dark))


# --- Computing the tokens --------------------------------------------------------------------------------------------


def light_tokens(colors: Colors) -> Tokens:
    return all_tokens(LIGHT, felt=colors.felt, amber=colors.amber, link=colors.link)


def dark_tokens(colors: Colors) -> Tokens:
    felt = colors.felt_dark or dark_felt(colors.felt)
    amber = colors.amber_dark or dark_amber(colors.amber, felt)
    return all_tokens(DARK, felt=felt, amber=amber, link=colors.link_dark or dark_link(colors.link))


def all_tokens(scheme: Scheme, *, felt: str, amber: str, link: str) -> Tokens:
    """Compute the remaining tokens. Those of an unchanged color keep their defaults."""
    shop, on_felt, on_amber = scheme.shop, clearest(felt, scheme.texts), clearest(amber, scheme.texts)
    felt_2 = shop.felt_2 if felt == shop.felt else shade_of(felt, on_felt, 0.08)
    press = shop.amber_press if amber == shop.amber else shade_of(amber, on_amber, scheme.press)
    return Tokens(felt, felt_2, on_felt, amber, press, on_amber, link)


def shade_of(color: str, text: str, by: float) -> str:
    """Return a lighter shade, or a darker one if text on the lighter one would be hard to read."""
    shade = at_lightness(color, lightness(color) + by)
    return shade if contrast(shade, text) >= TEXT else at_lightness(color, lightness(color) - by)


def dark_felt(felt: str) -> str:
    if felt == LIGHT.shop.felt:
        return DARK.shop.felt
    return at_lightness(felt, min(lightness(felt) * 0.66, 0.2))


def dark_amber(amber: str, felt: str) -> str:
    wanted = DARK.shop.amber if amber == LIGHT.shop.amber else amber

    def is_readable(shade: str) -> bool:
        return contrast(shade, felt) >= CONTROL and contrast(shade, clearest(shade, DARK.texts)) >= TEXT

    return nearest(wanted, is_readable) or DARK.shop.amber


def dark_link(link: str) -> str:
    if link == LIGHT.shop.link:
        return DARK.shop.link
    backgrounds = [background for _, background in DARK.backgrounds]
    return nearest(link, lambda shade: all(contrast(shade, each) >= COMFORTABLE for each in backgrounds)) or link


# --- The stylesheet --------------------------------------------------------------------------------------------------


def stylesheet_of(light: Tokens, dark: Tokens) -> str:
    """Return the stylesheet for screens; print stays black on white.

    `:root:root` is more specific than the selector of the default tokens. All values are valid colors (`is_color`), so
    user input can't inject CSS.
    """
    rules = [
        rule(":root:root", light, LIGHT.shop),
        rule(':root[data-color-scheme="dark"]', dark, DARK.shop, light=(light, LIGHT.shop)),
    ]
    inside = "".join(filter(None, rules))
    return f"@media screen{{{inside}}}\n" if inside else ""


def rule(selector: str, tokens: Tokens, shop: Tokens, light: tuple[Tokens, Tokens] | None = None) -> str:
    """Return a rule with the tokens that differ from the defaults.

    The light rule applies in the dark scheme too, so the dark rule also repeats the tokens that `light` changes.
    """
    names = [field.name for field in fields(Tokens)]
    changed = [name for name in names if getattr(tokens, name) != getattr(shop, name) or differs(light, name)]
    lines = ";".join(f"--color-{name.replace('_', '-')}:{getattr(tokens, name)}" for name in changed)
    return f"{selector}{{{lines}}}" if lines else ""


def differs(of: tuple[Tokens, Tokens] | None, name: str) -> bool:
    return of is not None and getattr(of[0], name) != getattr(of[1], name)


# --- Color math: contrast (WCAG 2.2), lightness, and the nearest color that meets a condition ------------------------


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
