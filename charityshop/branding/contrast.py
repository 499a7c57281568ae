"""Check the contrast of a club's colors in the light and dark schemes (WCAG 2.2 AA)."""

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

from charityshop.branding.theme import (
    CONTROL,
    DARK,
    LIGHT,
    TEXT,
    Colors,
    Scheme,
    Tokens,
    all_tokens,
    contrast,
    dark_tokens,
    light_tokens,
    nearest,
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A text color and its background, or two adjacent colors, with the contrast they need."""

    field: str  # the field of Colors to change
    description: str
    one: str
    other: str
    min_ratio: float
    other_field: str = ""  # another field whose change would help

    @property
    def ratio(self) -> float:
        return contrast(self.one, self.other)

    @property
    def is_enough(self) -> bool:
        return self.ratio >= self.min_ratio

    @property
    def ratio_text(self) -> str:
        """Return the ratio rounded down, such as "4.49 to 1"."""
        return f"{math.floor(self.ratio * 100) / 100:.2f} to 1"


def pairs(scheme: Scheme, tokens: Tokens) -> Iterator[Pair]:
    """Yield the color pairs of a scheme that are checked."""
    suffix = "" if scheme is LIGHT else "_dark"
    yield Pair(f"felt{suffix}", "Text on the header color", tokens.on_felt, tokens.felt, TEXT)
    yield Pair(f"amber{suffix}", "Text on the action color", tokens.on_amber, tokens.amber, TEXT)
    yield Pair(
        f"amber{suffix}", "The action color on the header color", tokens.amber, tokens.felt, CONTROL, f"felt{suffix}"
    )
    for name, background in scheme.backgrounds:
        yield Pair(f"link{suffix}", f"A link on {name}", tokens.link, background, TEXT)


NAMES = {
    "felt": "header color",
    "amber": "action color",
    "link": "link color",
    "felt_dark": "dark header color",
    "amber_dark": "dark action color",
    "link_dark": "dark link color",
}


def tokens_in(scheme: Scheme, colors: Colors) -> Tokens:
    return light_tokens(colors) if scheme is LIGHT else dark_tokens(colors)


def refusals(colors: Colors, changed: Set[str] = frozenset()) -> dict[str, list[str]]:
    """Return error messages for pairs with too little contrast, by field, each with the nearest color that passes.

    If two chosen colors conflict, report it at the one in `changed`, where the user expects it.
    """
    found: dict[str, list[str]] = {}
    for scheme in (LIGHT, DARK):
        tokens = tokens_in(scheme, colors)
        for pair in pairs(scheme, tokens):
            if not pair.is_enough:
                changed_other = pair.other_field in changed and pair.field not in changed
                field, other = (pair.other_field, pair.field) if changed_other else (pair.field, pair.other_field)
                found.setdefault(field, []).append(format_refusal(scheme, tokens, pair, field, other))
    return found


def format_refusal(scheme: Scheme, tokens: Tokens, pair: Pair, field: str, other: str) -> str:
    """Format the error message for `field`. `other` is the field that may be changed instead, or empty."""
    message = (
        f"{pair.description} ({pair.one} on {pair.other}) has a contrast of {pair.ratio_text} in the {scheme.name} "
        f"scheme; {pair.min_ratio:g} to 1 is needed."
    )
    if color := nearest_passing(scheme, tokens, field):
        message += f" The nearest {NAMES[field]} that passes is {color}."
    if other and (color := nearest_passing(scheme, tokens, other)):
        message += f" Or keep it, and make the {NAMES[other]} {color}."
    return message


@lru_cache(maxsize=64)
def nearest_passing(scheme: Scheme, tokens: Tokens, field: str) -> str | None:
    """Return the color nearest to this field's that passes with the other two unchanged, or None."""
    chosen = {"felt": tokens.felt, "amber": tokens.amber, "link": tokens.link}
    name = field.removesuffix("_dark")

    def passes(shade: str) -> bool:
        checked = pairs(scheme, all_tokens(scheme, **chosen | {name: shade}))
        return all(pair.is_enough for pair in checked if field in (pair.field, pair.other_field))

    return nearest(chosen[name], passes)
