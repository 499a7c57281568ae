"""A club's colors: what they become in light and dark, what is refused, and what can never get into a stylesheet."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charityshop.branding.colors import contrast, is_color, nearest
from charityshop.branding.contrast import pairs, refusals, tokens_in
from charityshop.branding.theme import DARK, LIGHT, Colors, Tokens, theme_of

ROOT = Path(__file__).resolve().parents[2]
any_color = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06X}")


def test_contrast_is_that_of_the_guidelines():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


# --- The shop's own ---------------------------------------------------------------------------------------------------


def test_they_start_from_the_tokens_of_the_browser_app():
    """The two files say the same; whoever changes a token changes both."""
    light, dark = tokens_css(":root"), tokens_css('[data-color-scheme="dark"]')
    for scheme, css in ((LIGHT, light), (DARK, light | dark)):
        own = {field.name.replace("_", "-"): getattr(scheme.shop, field.name) for field in fields(Tokens)}
        assert {name: css[name] for name in own} == own
        assert [background for _, background in scheme.backgrounds] == [css["foam"], css["paper"], css["malt"]]
        assert scheme.texts[0] == css["on-felt"]


def tokens_css(selector: str) -> dict[str, str]:
    css = (ROOT / "frontend/src/styles/tokens.css").read_text()
    block = css[css.index(f"{selector} {{") :].partition("}")[0]
    return {name: color.upper() for name, color in re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)}


def test_the_shops_own_colours_pass_and_need_no_stylesheet():
    assert refusals(Colors()) == {}
    assert theme_of(Colors()).stylesheet == ""
    assert theme_of(Colors()).version == ""


# --- A club's ---------------------------------------------------------------------------------------------------------


def test_three_colours_are_enough_for_both_schemes():
    theme = theme_of(Colors(felt="#5B2A86", amber="#F4C430", link="#5B2A86"))

    assert theme.light.felt == "#5B2A86"
    assert theme.light.on_felt == "#F7F8F3"
    assert theme.light.on_amber == "#1D2420"
    assert theme.dark.felt != theme.light.felt
    assert contrast(theme.dark.link, "#222C26") >= 7
    assert "--felt:#5B2A86" in theme.stylesheet
    assert theme.stylesheet.count("--link:") == 2
    assert theme.version


def test_a_light_header_gets_dark_text():
    theme = theme_of(Colors(felt="#FFE08A", amber="#0B3D91"))

    assert (theme.light.on_felt, theme.light.on_amber) == ("#1D2420", "#F7F8F3")
    assert refusals(Colors(felt="#FFE08A", amber="#0B3D91")) == {}


def test_only_what_differs_is_in_the_stylesheet_and_it_outweighs_the_tokens_in_both_schemes():
    stylesheet = theme_of(Colors(link="#0B3D91")).stylesheet

    assert stylesheet.startswith("@media screen{:root:root{--link:#0B3D91}")
    assert re.search(r':root\[data-color-scheme="dark"\]\{--link:#[0-9A-F]{6}\}', stylesheet)
    assert "felt" not in stylesheet


@given(felt=any_color, amber=any_color, link=any_color)
@settings(max_examples=60)
def test_whatever_a_club_chooses_what_is_worked_out_for_the_dark_can_be_read(felt, amber, link):
    colors = Colors(felt, amber, link)

    dark = tokens_in(DARK, colors)

    assert [pair for pair in pairs(DARK, dark) if not pair.is_enough] == []
    assert contrast(dark.felt_2, dark.on_felt) >= 4.5
    assert contrast(dark.amber_press, dark.on_amber) >= 4.5


# --- What is refused --------------------------------------------------------------------------------------------------


def test_a_refusal_names_the_pair_and_its_contrast_and_offers_the_nearest_colour_that_passes():
    found = refusals(Colors(link="#5FA889"))

    assert list(found) == ["link"]
    sentence = found["link"][0]
    assert sentence.startswith("A link on the page (#5FA889 on #F7F8F3) has a contrast of 2.")
    assert "in the light scheme; 4.5 to 1 is needed." in sentence
    offered = sentence.rpartition(" ")[2].rstrip(".")
    assert refusals(Colors(link=offered)) == {}


@pytest.mark.parametrize(
    ("colors", "field", "words"),
    [
        (Colors(felt="#7E7E7E"), "felt", "Text on the header color"),
        (Colors(amber="#808080", felt="#101010"), "amber", "Text on the action color"),
        (Colors(amber="#1F6B4C"), "amber", "The action color on the header color"),
        (Colors(link="#BB8800"), "link", "A link on a card"),
        (Colors(link_dark="#0F5C40"), "link_dark", "A link on a quiet panel"),
        (Colors(felt_dark="#808080"), "felt_dark", "Text on the header color"),
    ],
)
def test_every_pair_is_looked_at(colors, field, words):
    assert words in " ".join(refusals(colors)[field])


@given(felt=any_color, amber=any_color, link=any_color, dark=any_color)
@settings(max_examples=40)
def test_what_is_offered_passes(felt, amber, link, dark):
    colors = Colors(felt, amber, link, link_dark=dark)

    for choice, sentences in refusals(colors).items():
        offered = re.search(r"passes is (#[0-9A-F]{6})\.", sentences[0])
        assert offered
        assert choice not in refusals(replace(colors, **{choice: offered[1]}))


def test_where_two_choices_meet_either_may_give_way():
    colors = Colors(felt="#5FA889")

    (sentence,) = refusals(colors)["amber"]

    action, header = re.findall(r"(#[0-9A-F]{6})\.", sentence)
    assert sentence.endswith(
        f"The nearest action color that passes is {action}. Or keep it, and make the header color {header}."
    )
    assert refusals(replace(colors, amber=action)) == {}
    assert refusals(replace(colors, felt=header)) == {}


def test_where_two_choices_meet_the_one_that_was_changed_is_told():
    colors = Colors(felt="#5FA889")

    (sentence,) = refusals(colors, changed={"felt"})["felt"]

    header, action = re.findall(r"(#[0-9A-F]{6})\.", sentence)
    assert sentence.endswith(
        f"The nearest header color that passes is {header}. Or keep it, and make the action color {action}."
    )
    assert list(refusals(colors, changed={"felt", "amber"})) == ["amber"]


def test_a_contrast_is_never_rounded_up_to_what_it_does_not_reach():
    shades = (f"#{number:06X}" for number in range(0x767676, 0x777777))
    too_little = next(shade for shade in shades if 4.495 < contrast(shade, "#FFFFFF") < 4.5)

    (sentence,) = [words for words in refusals(Colors(link=too_little))["link"] if "on a card" in words]

    assert "has a contrast of 4.49 to 1" in sentence


def test_the_nearest_colour_is_the_colour_itself_where_it_passes_and_none_where_nothing_does():
    assert nearest("#123456", lambda shade: True) == "#123456"
    assert nearest("#123456", lambda shade: False) is None


# --- Hostile values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", ["url(//evil.example)", "red;}*{x:y", "</style><script>", "#12402F;", "#12402", "#12402F\n", "#ЖЖЖЖЖЖ", ""]
)
def test_what_is_no_colour_never_reaches_the_stylesheet(value):
    assert not is_color(value)
    assert theme_of(Colors(felt=value, amber=value, link=value, felt_dark=value)) == theme_of(Colors())
