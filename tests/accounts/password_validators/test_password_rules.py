"""Accepted passwords, and their exact comparison."""

import pytest

from accounts.models import User
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
        "zqvlmwtx", "ZQVLMWTX", "4817 305926 x", "!?&%$§/()=", "пароль без латиницы", "🎲🃏🎴🀄🎯🧩🪁🎮",
        "Zq vlmwtx " * 20,
    ],
    ids=["lower case", "upper case", "mostly digits", "signs", "no Latin email", "pictures", "200 characters"],
)  # fmt: skip
def test_all_characters_and_long_passwords_are_accepted_and_compared_exactly(password: str) -> None:
    assert register(password) == 201

    assert sign_in(password) == 200
    others = {password[:-1], f"{password} ", f" {password}", password.swapcase()} - {password}
    assert {sign_in(other) for other in others} == {401}


@pytest.mark.django_db
def test_seven_characters_are_too_short() -> None:
    assert register("zqvlmwt") == 400
    assert not User.objects.exists()
