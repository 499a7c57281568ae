"""Accepted passwords, and their exact comparison; those made of the shop's own words are rejected."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.password_validators.shop_words import ShopWordsValidator
from charityshop.models import ShopSettings
from tests.conftest import signed_in


def register(password: str) -> int:
    form = {"email": "new@example.com", "password": password, "firstName": "Noor"}
    return int(signed_in().post("/api/users", form, format="json").status_code)


def sign_in(password: str) -> int:
    form = {"email": "new@example.com", "password": password}
    return int(signed_in().post("/api/users/auth", form, format="json").status_code)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "password",
    [
        "zqvlmwtx",
        "ZQVLMWTX",
        "4817 305926 x",
        "!?&%$§/()=",
        "пароль без латиницы",
        "🎲🃏🎴🀄🎯🧩🪁🎮",
        "Zq vlmwtx " * 20,
    ],
    ids=["lower case", "upper case", "mostly digits", "signs", "no Latin email", "pictures", "200 characters"],
)
def test_all_characters_and_long_passwords_are_accepted_and_compared_exactly(password: str) -> None:
    assert register(password) == 201

    assert sign_in(password) == 200
    others = {password[:-1], f"{password} ", f" {password}", password.swapcase()} - {password}
    assert {sign_in(other) for other in others} == {401}


@pytest.mark.django_db
def test_seven_characters_are_too_short() -> None:
    assert register("zqvlmwt") == 400
    assert not User.objects.exists()


@pytest.fixture
def club(db: None) -> None:
    ShopSettings(pk=ShopSettings.ONLY, name="Dockside Draft Club").save()


def is_refused(password: str) -> bool:
    try:
        ShopWordsValidator().validate(password)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    "password",
    [
        "docksidedraftclub",
        "Dockside2026!",
        "DraftClub-Draft",
        "Cards For A Cause",
        "localhost1",
    ],
)
def test_passwords_made_of_the_shops_terms_are_rejected(club: None, password: str) -> None:
    assert is_refused(password)


@pytest.mark.parametrize(
    "password",
    [
        "dockside lanterns hum",
        "12345",
        "Draft-7qLm2vXw",
        "Password123!",
    ],
)
def test_passwords_with_enough_other_characters_are_accepted(club: None, password: str) -> None:
    assert not is_refused(password)


def test_the_error_is_at_the_password_field(club: None) -> None:
    data = {"email": "new@example.com", "password": "DocksideDraft26", "firstName": "Noor"}

    response = signed_in().post("/api/users", data, format="json")

    assert response.status_code == 400
    assert response.json()["errors"] == {"password": ["Choose a password that has more than this shop's own words."]}
