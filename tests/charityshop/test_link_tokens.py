"""A token in a link names a row, and is valid for it alone."""

import pytest

from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token

ID = "6b02a1b7b7a35c44b1409f09"


def test_a_token_is_valid_for_its_kind_and_generation_only():
    token = make_link_token("seat", ID, 1)

    assert get_public_id(token) == ID
    assert is_valid_link_token(token, "seat", 1)
    assert not is_valid_link_token(token, "ticket", 1)
    assert not is_valid_link_token(token, "seat", 2)


@pytest.mark.parametrize(
    "token", ["", ".", ID, f"{ID}.", f"{ID}.{'0' * 63}", f"{ID}.{'0' * 64}x", f"{ID}.{'é' * 64}", f"{ID}.{'0' * 64}\n"]
)
def test_malformed_tokens_name_no_row_and_are_not_valid(token):
    assert get_public_id(token) == ""
    assert not is_valid_link_token(token, "seat", 1)


def test_tokens_of_an_earlier_secret_key_stay_valid_while_it_is_a_fallback(settings):
    settings.SECRET_KEY = "the old key of the tests, long enough for them"
    token = make_link_token("seat", ID, 1)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the new key of the tests", [settings.SECRET_KEY]
    assert is_valid_link_token(token, "seat", 1)

    settings.SECRET_KEY_FALLBACKS = []
    assert not is_valid_link_token(token, "seat", 1)
