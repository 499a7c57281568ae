"""The codes of tickets, for all codes that there can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings.pass_codes import PREFIX, RANDOM_LENGTH, build_code, hash_code, new_code, parse_code
from charityshop.text import BASE32

CODE = "T17K2M9QXW4R8TB3CN9"
codes = st.text(BASE32, min_size=RANDOM_LENGTH, max_size=RANDOM_LENGTH).map(build_code)
places = st.integers(len(PREFIX), len(CODE) - 1)


def test_the_code_and_the_hash_of_the_design():
    assert build_code("7K2M9QXW4R8TB3CN") == CODE
    assert parse_code(CODE) == CODE
    assert hash_code(CODE) == "bGyaZE86ktg4S8Ko"


def test_new_codes_differ_and_can_be_read():
    codes = {new_code() for _ in range(1000)}

    assert len(codes) == 1000
    assert {parse_code(code) for code in codes} == codes
    assert all(len(code) == 19 and code.startswith("T1") for code in codes)
    # 16,000 random characters: one that never occurs would be a mistake.
    assert set("".join(code[2:-1] for code in codes)) == set(BASE32)


@given(codes, places, st.sampled_from(BASE32))
def test_every_wrong_character_is_noticed(code, place, character):
    wrong = code[:place] + character + code[place + 1 :]

    assert parse_code(wrong) == (code if wrong == code else None)


@given(codes, st.data())
def test_a_code_is_read_as_it_is_typed(code, data):
    """In lower case, in groups, and with letters for the digits that look like them."""
    likely = {"0": "0Oo", "1": "1IiLl"}
    typed = "".join(
        data.draw(st.sampled_from(likely.get(character, character + character.lower())))
        + data.draw(st.sampled_from(["", "", " ", "-", " - "]))
        for character in code
    )

    assert parse_code(f" {typed}\n") == code


@pytest.mark.parametrize(
    "text",
    ["", "T1", CODE[:-1], CODE + "9", "T2" + CODE[2:], "https://example.com/" + CODE, CODE.replace("7", "U"),
     CODE.replace("K", "\u212a"), "٣" * 19, "\0" * 19, "9" * 3000],
)  # fmt: skip
def test_other_texts_are_no_codes(text):
    assert parse_code(text) is None
