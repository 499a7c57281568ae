"""Passwords: rules, breached ones, changing them, and how they are hashed."""

import unicodedata

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from rest_framework.test import APIClient

from accounts import hashing
from accounts.models import User
from accounts.password_validators.breached import is_breached
from accounts.password_validators.shop_words import ShopWordsValidator
from accounts.services.passwords import link_token
from charityshop.models import ShopSettings
from charityshop.security.slots import Slots
from tests.accounts.factors import post_sign_in
from tests.conftest import signed_in
from tests.support.factories import PASSWORD


@pytest.mark.parametrize(
    "password",
    [
        "zqvlmwtx", "ZQVLMWTX", "4817 305926 x", "!?&%$§/()=", "пароль без латиницы", "🎲🃏🎴🀄🎯🧩🪁🎮",
        "Zq vlmwtx " * 20,
    ],
)  # fmt: skip
def test_all_characters_and_long_passwords_are_accepted_and_compared_exactly(password: str) -> None:
    form = {"email": "new@example.com", "password": password, "firstName": "Noor"}
    assert signed_in().post("/api/users", form, format="json").status_code == 201

    assert post_sign_in("new@example.com", password).status_code == 200
    others = {password[:-1], f"{password} ", f" {password}", password.swapcase()} - {password}
    assert {post_sign_in("new@example.com", other).status_code for other in others} == {401}


COMPOSED = "café Ⅳ ﬁve n\u00f1"  # as one keyboard sends it
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)  # as another does


def test_a_password_is_the_same_however_a_keyboard_encodes_it(as_visitor: APIClient, visitor: User) -> None:
    form = {"email": "new@example.com", "password": DECOMPOSED, "firstName": "Noor"}
    assert signed_in().post("/api/users", form, format="json").status_code == 201
    assert post_sign_in("new@example.com", COMPOSED).status_code == 200
    assert change(as_visitor, newPw=COMPOSED, currentPw=PASSWORD).status_code == 200
    assert post_sign_in(visitor.email, DECOMPOSED).status_code == 200
    token = link_token(User.objects.get(pk=visitor.pk))
    by_link = {"token": token, "newPw": unicodedata.normalize("NFD", "ñandú y más")}
    assert signed_in().post("/api/users/set-password", by_link, format="json").status_code == 200
    assert post_sign_in(visitor.email, "ñandú y más").status_code == 200
    operator = User.objects.create_superuser("op@example.com", DECOMPOSED, first_name="Op")
    assert operator.check_password(COMPOSED)


def test_a_password_hashed_as_it_was_typed_still_works_and_is_hashed_again(visitor: User) -> None:
    User.objects.filter(pk=visitor.pk).update(password=make_password(DECOMPOSED))

    statuses = [post_sign_in(visitor.email, text).status_code for text in (COMPOSED, DECOMPOSED, COMPOSED)]

    assert statuses == [401, 200, 200]


def test_the_length_of_a_password_is_counted_in_characters_not_in_accents(as_anonymous: APIClient) -> None:
    short = unicodedata.normalize("NFD", "éñüåöáç")
    form = {"email": "new@example.com", "password": short, "firstName": "Noor"}

    answer = as_anonymous.post("/api/users", form, format="json")

    assert answer.json()["errors"] == {"password": ["Use at least 8 characters."]}
    with pytest.raises(ValidationError):
        validate_password(short)  # as the console and commands do


def test_a_password_has_more_than_the_shops_own_words() -> None:
    ShopSettings(pk=ShopSettings.ONLY, name="Dockside Draft Club").save()

    for password in ("docksidedraftclub", "Dockside2026!", "DraftClub-Draft", "Cards For A Cause", "localhost1"):
        with pytest.raises(ValidationError):
            pytest.fail(f"{password} is accepted: {ShopWordsValidator().validate(password)}")
    for password in ("dockside lanterns hum", "12345", "Draft-7qLm2vXw", "Password123!"):
        ShopWordsValidator().validate(password)


BREACHED = "cessna172"  # not in Django's list of common passwords
SENTENCE = "This password is known from a data breach. Choose another one."


@pytest.mark.parametrize(
    ("is_known", "passwords"),
    [
        (True, [BREACHED, "Cessna172", "  CESSNA172 ", "iloveyou2", "liverpool1"]),
        (False, ["", PASSWORD, "correct mule pile staple", "\ud800" * 8, "密码密码", "x" * 1000]),
    ],
)
def test_a_breached_password_is_found_whatever_its_case_and_no_other(is_known, passwords):
    assert [password for password in passwords if is_breached(password) is not is_known] == []


def refused(response, field: str) -> bool:
    return response.status_code == 400 and response.json()["errors"][field] == [SENTENCE]


def test_breached_passwords_are_rejected_wherever_a_password_is_set(as_anonymous, as_visitor, visitor):
    newcomer = {"email": "new@example.com", "password": BREACHED, "firstName": "Noor"}
    by_link = {"token": link_token(visitor), "newPw": BREACHED}
    changed = {"currentPw": PASSWORD, "newPw": BREACHED}

    assert refused(as_anonymous.post("/api/users", newcomer, format="json"), "password")
    assert refused(as_anonymous.post("/api/users/set-password", by_link, format="json"), "newPw")
    assert refused(as_visitor.put("/api/users/change-password", changed, format="json"), "newPw")


NEW = "quite another phrase"


def change(client, **body):
    return client.put("/api/users/change-password", body, format="json")


def test_the_current_password_allows_a_new_one_and_all_sessions_end(as_visitor, visitor):
    other_device = signed_in(visitor)

    response = change(as_visitor, newPw=NEW, currentPw=PASSWORD)

    assert (response.status_code, response.json()) == (200, {"message": "Password changed. Please sign in."})
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert other_device.get("/api/users/profile").status_code == 401
    visitor.refresh_from_db()
    assert visitor.check_password(NEW)


@pytest.mark.parametrize(
    ("current", "sentence"),
    [({}, "Enter your current password."), ({"currentPw": "not the one"}, "That is not your current password.")],
)
def test_a_wrong_current_password_changes_nothing(as_visitor, visitor, current, sentence):
    response = change(as_visitor, newPw=NEW, **current)

    assert (response.status_code, response.json()["errors"]) == (400, {"currentPw": [sentence]})
    visitor.refresh_from_db()
    assert visitor.check_password(PASSWORD)
    assert as_visitor.get("/api/users/profile").status_code == 200


def test_guesses_of_the_current_password_are_throttled(as_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}

    statuses = [change(as_visitor, newPw=NEW, currentPw=f"guess {n}").status_code for n in range(3)]

    assert statuses == [400, 400, 429]
    assert change(as_visitor, newPw=NEW, currentPw=PASSWORD).status_code == 429


def test_sign_ins_over_the_hashing_limit_get_a_503_with_retry_after(visitor, monkeypatch):
    monkeypatch.setattr(hashing, "slots", Slots(1))  # so that one thread is a crowd
    with hashing.slots.take():
        refused = post_sign_in(visitor.email)

    assert refused.status_code == 503
    assert int(refused["Retry-After"]) > 0
    assert refused.json() == {"message": "The shop is busy right now. Try again in a few seconds.", "code": "busy"}
    assert post_sign_in(visitor.email).status_code == 200
