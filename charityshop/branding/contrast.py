"""Check the contrast of a club's colors in the light and dark schemes (WCAG 2.2 AA)."""

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

from charityshop.branding.colors import contrast, nearest
from charityshop.branding.theme import (
    CONTROL,
    DARK,
    LIGHT,
    TEXT,
    Colours,
    Scheme,
    Tokens,
    dark_tokens,
    filled_in,
    light_tokens,
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two colours that meet on the screen. `choice` is the field of Colours that has to give way, or else `also`."""

    choice: str
    words: str
    one: str
    other: str
    least: float
    also: str = ""

    @property
    def ratio(self) -> float:
        return contrast(self.one, self.other)

    @property
    def is_enough(self) -> bool:
        return self.ratio >= self.least

    @property
    def ratio_in_words(self) -> str:
        """The ratio, rounded down."""
        return f"{math.floor(self.ratio * 100) / 100:.2f} to 1"


def pairs(scheme: Scheme, tokens: Tokens) -> Iterator[Pair]:
    suffix = "" if scheme is LIGHT else "_dark"
    yield Pair(f"felt{suffix}", "Text on the header color", tokens.on_felt, tokens.felt, TEXT)
    yield Pair(f"amber{suffix}", "Text on the action color", tokens.on_amber, tokens.amber, TEXT)
    yield Pair(
        f"amber{suffix}", "The action color on the header color", tokens.amber, tokens.felt, CONTROL, f"felt{suffix}"
    )
    for words, ground in scheme.grounds:
        yield Pair(f"link{suffix}", f"A link on {words}", tokens.link, ground, TEXT)


NAMES = {
    "felt": "header color",
    "amber": "action color",
    "link": "link color",
    "felt_dark": "dark header color",
    "amber_dark": "dark action color",
    "link_dark": "dark link color",
}


def tokens_in(scheme: Scheme, colours: Colours) -> Tokens:
    return light_tokens(colours) if scheme is LIGHT else dark_tokens(colours)


def refusals(colours: Colours, changed: Set[str] = frozenset()) -> dict[str, list[str]]:
    """Return error messages for pairs with too little contrast, by field, each with the nearest color that passes.

    If two chosen colors conflict, report it at the one in `changed`, where the user expects it.
    """
    found: dict[str, list[str]] = {}
    for scheme in (LIGHT, DARK):
        tokens = tokens_in(scheme, colours)
        for pair in pairs(scheme, tokens):
            if not pair.is_enough:
                is_about_also = pair.also in changed and pair.choice not in changed
                one, other = (pair.also, pair.choice) if is_about_also else (pair.choice, pair.also)
                found.setdefault(one, []).append(refusal(scheme, tokens, pair, one, other))
    return found


def refusal(scheme: Scheme, tokens: Tokens, pair: Pair, one: str, other: str) -> str:
    """What the field `one` is told; `other` is the choice that may give way in its place, or empty."""
    sentence = (
        f"{pair.words} ({pair.one} on {pair.other}) has a contrast of {pair.ratio_in_words} in the {scheme.name} "
        f"scheme; {pair.least:g} to 1 is needed."
    )
    if instead := way_out(scheme, tokens, one):
        sentence += f" The nearest {NAMES[one]} that passes is {instead}."
    if other and (beside := way_out(scheme, tokens, other)):
        sentence += f" Or keep it, and make the {NAMES[other]} {beside}."
    return sentence


@lru_cache(maxsize=64)
def way_out(scheme: Scheme, tokens: Tokens, choice: str) -> str | None:
    """The nearest colour that would do in place of this choice, beside the other two."""
    chosen = {"felt": tokens.felt, "amber": tokens.amber, "link": tokens.link}
    name = choice.removesuffix("_dark")

    def passes(shade: str) -> bool:
        met = pairs(scheme, filled_in(scheme, **chosen | {name: shade}))
        return all(pair.is_enough for pair in met if choice in (pair.choice, pair.also))

    return nearest(chosen[name], passes)
