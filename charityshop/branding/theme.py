"""Compute the theme from a club's three colors, for the light and dark schemes.

The design tokens are in frontend/src/styles/tokens.css. This module repeats those that depend on a club's colors, and
the backgrounds they appear on; a test compares the two files.
"""

import hashlib
from dataclasses import asdict, dataclass, fields
from functools import lru_cache

from charityshop.branding.colors import at_lightness, clearest, contrast, is_colour, lightness, nearest

TEXT, CONTROL = 4.5, 3.0  # WCAG 2.2 AA: the least contrast of text, and of what has to be seen to be used
COMFORTABLE = 7.0  # for colours that are worked out here, where nobody has a say


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colors of one scheme, named like the tokens."""

    felt: str
    felt_2: str  # a shade of the felt: under the pointer, as an edge
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
    texts: tuple[str, str]  # light and dark, on a filled ground
    grounds: tuple[tuple[str, str], ...]  # what links stand on: in words, and its colour
    press: float  # how much lighter a button becomes when pressed


PAGE = "#F7F8F3"  # the ground of it all, in light
LIGHT = Scheme(
    name="light",
    shop=Tokens("#12402F", "#1B5B43", "#F7F8F3", "#F2A71B", "#D98E04", "#1D2420", "#0F5C40"),
    texts=("#F7F8F3", "#1D2420"),
    grounds=(("the page", PAGE), ("a card", "#FFFFFF"), ("a quiet panel", "#ECE6D6")),
    press=-0.09,
)
DARK = Scheme(
    name="dark",
    shop=Tokens("#0C2A1F", "#1B5B43", "#F1F4EC", "#F6B73C", "#FFCB66", "#1D2420", "#8FD6B4"),
    texts=("#F1F4EC", "#1D2420"),
    grounds=(("the page", "#101713"), ("a card", "#18211C"), ("a quiet panel", "#222C26")),
    press=0.09,
)


@dataclass(frozen=True, slots=True)
class Colours:
    """A club's choice. An empty one for the dark scheme is worked out from the light one."""

    felt: str = LIGHT.shop.felt
    amber: str = LIGHT.shop.amber
    link: str = LIGHT.shop.link
    felt_dark: str = ""
    amber_dark: str = ""
    link_dark: str = ""

    def that_are_colours(self) -> "Colours":
        """Return the valid colors; invalid ones count as not chosen."""
        chosen = asdict(self)
        return Colours(**{name: value.upper() for name, value in chosen.items() if is_colour(value)})


@dataclass(frozen=True, slots=True)
class Theme:
    """Both schemes, and the stylesheet that sets them; an empty one where nothing differs from the shop's own."""

    light: Tokens
    dark: Tokens
    stylesheet: str

    @property
    def version(self) -> str:
        return hashlib.sha256(self.stylesheet.encode()).hexdigest()[:12] if self.stylesheet else ""


@lru_cache(maxsize=64)
def theme_of(colours: Colours) -> Theme:
    chosen = colours.that_are_colours()
    light, dark = light_tokens(chosen), dark_tokens(chosen)
    return Theme(light, dark, stylesheet_of(light, dark))


# --- What becomes of three colours -----------------------------------------------------------------------------------


def light_tokens(colours: Colours) -> Tokens:
    return filled_in(LIGHT, felt=colours.felt, amber=colours.amber, link=colours.link)


def dark_tokens(colours: Colours) -> Tokens:
    felt = colours.felt_dark or dark_felt(colours.felt)
    amber = colours.amber_dark or dark_amber(colours.amber, felt)
    return filled_in(DARK, felt=felt, amber=amber, link=colours.link_dark or dark_link(colours.link))


def filled_in(scheme: Scheme, *, felt: str, amber: str, link: str) -> Tokens:
    """Compute the remaining tokens. Those of an unchanged color keep their defaults."""
    shop, on_felt, on_amber = scheme.shop, clearest(felt, scheme.texts), clearest(amber, scheme.texts)
    felt_2 = shop.felt_2 if felt == shop.felt else shade_of(felt, on_felt, 0.08)
    press = shop.amber_press if amber == shop.amber else shade_of(amber, on_amber, scheme.press)
    return Tokens(felt, felt_2, on_felt, amber, press, on_amber, link)


def shade_of(colour: str, text: str, by: float) -> str:
    """Return a lighter shade, or a darker one if text on the lighter one would be hard to read."""
    shade = at_lightness(colour, lightness(colour) + by)
    return shade if contrast(shade, text) >= TEXT else at_lightness(colour, lightness(colour) - by)


def dark_felt(felt: str) -> str:
    if felt == LIGHT.shop.felt:
        return DARK.shop.felt
    return at_lightness(felt, min(lightness(felt) * 0.66, 0.2))


def dark_amber(amber: str, felt: str) -> str:
    wanted = DARK.shop.amber if amber == LIGHT.shop.amber else amber

    def can_be_seen(shade: str) -> bool:
        return contrast(shade, felt) >= CONTROL and contrast(shade, clearest(shade, DARK.texts)) >= TEXT

    return nearest(wanted, can_be_seen) or DARK.shop.amber


def dark_link(link: str) -> str:
    if link == LIGHT.shop.link:
        return DARK.shop.link
    return (
        nearest(link, lambda shade: all(contrast(shade, ground) >= COMFORTABLE for _, ground in DARK.grounds)) or link
    )


# --- The stylesheet --------------------------------------------------------------------------------------------------


def stylesheet_of(light: Tokens, dark: Tokens) -> str:
    """On paper nothing changes: there the shop is black on white. `:root:root` outweighs the tokens wherever it stands.

    Every value is a colour written as #12402F, so no text of anybody's gets into a stylesheet.
    """
    rules = [
        rule(":root:root", light, LIGHT.shop),
        rule(':root[data-color-scheme="dark"]', dark, DARK.shop, light=(light, LIGHT.shop)),
    ]
    inside = "".join(filter(None, rules))
    return f"@media screen{{{inside}}}\n" if inside else ""


def rule(selector: str, tokens: Tokens, shop: Tokens, light: tuple[Tokens, Tokens] | None = None) -> str:
    """What differs from the shop's own; in the dark also what the light rule has set, because it counts there too."""
    names = [field.name for field in fields(Tokens)]
    changed = [name for name in names if getattr(tokens, name) != getattr(shop, name) or differs(light, name)]
    lines = ";".join(f"--{name.replace('_', '-')}:{getattr(tokens, name)}" for name in changed)
    return f"{selector}{{{lines}}}" if lines else ""


def differs(of: tuple[Tokens, Tokens] | None, name: str) -> bool:
    return of is not None and getattr(of[0], name) != getattr(of[1], name)
