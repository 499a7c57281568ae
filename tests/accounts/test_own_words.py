"""A password has to be more than words of the shop."""

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
        "charitycards1",
        "Cards For A Cause",
        "shop-tickets-2026",
        "shopadmin99",
        "localhost1",
    ],
)
def test_words_of_the_shop_with_little_else_are_refused(club: None, password: str) -> None:
    assert is_refused(password)


@pytest.mark.parametrize(
    "password",
    [
        "dockside lanterns hum",
        "a few random words",
        "12345",
        "Draft-7qLm2vXw",
        "xK7!pQ2z",
        "Password123!",
        "new-staff-password",
    ],
)
def test_enough_of_ones_own_is_taken(club: None, password: str) -> None:
    assert not is_refused(password)


def test_the_demos_published_password_is_refused(settings: Any, db: None) -> None:
    assert is_refused(settings.DEMO_PASSWORD)


def test_another_clubs_words_are_nobodys(db: None) -> None:
    assert not is_refused("docksidedraft2026")


def test_it_is_said_at_the_field(club: None) -> None:
    asked = {"email": "new@example.com", "password": "DocksideDraft26", "firstName": "Noor"}

    answer = signed_in().post("/api/users", asked, format="json")

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"password": ["Choose a password that is more than words of this shop."]}
