"""A club's colors: the computed theme, rejected colors, and the stylesheet."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charityshop.branding.contrast import pairs, refusals, tokens_in
from charityshop.branding.theme import DARK, LIGHT, Colors, Tokens, contrast, is_color, theme_of

ROOT = Path(__file__).resolve().parents[2]
any_color = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06X}")


def test_the_default_tokens_equal_those_of_the_react_app():
    """Tokens are defined in both files, which must agree."""
    light, dark = tokens_css("@theme"), tokens_css('[data-color-scheme="dark"]')
    for scheme, css in ((LIGHT, light), (DARK, light | dark)):
        own = {field.name.replace("_", "-"): getattr(scheme.shop, field.name) for field in fields(Tokens)}
        assert {name: css[name] for name in own} == own
        assert [background for _, background in scheme.backgrounds] == [css["foam"], css["paper"], css["malt"]]
        assert scheme.texts[0] == css["on-felt"]


def tokens_css(selector: str) -> dict[str, str]:
    css = (ROOT / "frontend/src/common/styles/tokens.css").read_text()
    (block,) = re.findall(rf"^{re.escape(selector)}[^{{}}]*{{(.*?)}}", css, re.MULTILINE | re.DOTALL)
    return {name: color.upper() for name, color in re.findall(r"--color-([\w-]+): (#[0-9a-f]{6});", block)}


@given(felt=any_color, amber=any_color, link=any_color)
@settings(max_examples=60)
def test_computed_dark_colors_have_enough_contrast(felt, amber, link):
    colors = Colors(felt, amber, link)

    dark = tokens_in(DARK, colors)

    assert [pair for pair in pairs(DARK, dark) if not pair.is_enough] == []
    assert contrast(dark.felt_2, dark.on_felt) >= 4.5
    assert contrast(dark.amber_press, dark.on_amber) >= 4.5


@pytest.mark.parametrize(
    ("colors", "field", "text"),
    [
        (Colors(felt="#7E7E7E"), "felt", "Text on the header color"),
        (Colors(amber="#808080", felt="#101010"), "amber", "Text on the action color"),
        (Colors(amber="#1F6B4C"), "amber", "The action color on the header color"),
        (Colors(link="#BB8800"), "link", "A link on a card"),
        (Colors(link_dark="#0F5C40"), "link_dark", "A link on a quiet panel"),
        (Colors(felt_dark="#808080"), "felt_dark", "Text on the header color"),
    ],
)
def test_every_pair_is_checked(colors, field, text):
    assert text in " ".join(refusals(colors)[field])


@pytest.mark.parametrize(
    "value", ["url(//evil.example)", "red;}*{x:y", "</style><script>", "#12402F;", "#12402", "#12402F\n", "#ЖЖЖЖЖЖ", ""]
)
def test_invalid_colors_never_reach_the_stylesheet(value):
    assert not is_color(value)
    assert theme_of(Colors(felt=value, amber=value, link=value, felt_dark=value)) == theme_of(Colors())
