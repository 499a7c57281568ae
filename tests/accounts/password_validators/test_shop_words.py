"""Passwords made of the shop's own words are rejected."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.password_validators.shop_words import ShopWordsValidator
from charityshop.models import ShopSettings
from tests.conftest import signed_in


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


def test_the_demo_password_is_rejected(settings: Any, db: None) -> None:
    assert is_refused(settings.DEMO_PASSWORD)


def test_terms_of_another_club_are_accepted(db: None) -> None:
    assert not is_refused("docksidedraft2026")


def test_the_error_is_at_the_password_field(club: None) -> None:
    data = {"email": "new@example.com", "password": "DocksideDraft26", "firstName": "Noor"}

    response = signed_in().post("/api/users", data, format="json")

    assert response.status_code == 400
    assert response.json()["errors"] == {"password": ["Choose a password that has more than this shop's own words."]}
