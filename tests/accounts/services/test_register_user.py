"""POST /api/users."""

import pytest

from accounts import hashing
from accounts.models import User
from charityshop import settings as the_shops_own
from charityshop.security.slots import Slots
from tests.conftest import signed_in
from tests.support.factories import UserFactory
from tests.support.races import run_together

NEWCOMER = {"email": "new@example.com", "password": "a few random words", "firstName": "Noor", "lastName": "Haddad"}


def register(client, **changes):
    return client.post("/api/users", NEWCOMER | changes, format="json")


def test_a_new_user_is_signed_in(as_anonymous):
    response = register(as_anonymous)

    assert response.status_code == 201
    body = response.json()
    assert body.pop("_id") == User.objects.get().public_id
    assert body == {
        "firstName": "Noor",
        "lastName": "Haddad",
        "email": "new@example.com",
        "isAdmin": False,
        "requiresPasswordReset": False,
    }
    assert as_anonymous.get("/api/users/profile").json()["email"] == "new@example.com"


@pytest.mark.parametrize("email", ["ana@example.com", "Ana@EXAMPLE.com"])
def test_email_addresses_are_unique_ignoring_case(as_anonymous, visitor, email):
    response = register(as_anonymous, email=email)

    assert response.status_code == 409
    assert response.json()["message"] == "User already exists."
    assert response.json()["errors"] == {"email": ["User already exists."]}
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("email", None, "Enter your email address."),
        ("email", "ana", "Enter an email like name@example.com."),
        (
            "email",
            "\u212aim@example.com",
            "Enter an email like name@example.com.",
        ),  # KELVIN SIGN, lowercase k
        ("email", ["a@example.com"], "Enter an email like name@example.com."),
        ("email", f"{'a' * 250}@example.com", "Use at most 254 characters."),
        ("firstName", "", "Enter your first name."),
        ("firstName", "x" * 151, "Use at most 150 characters."),
        ("lastName", ["x"], "Enter your last name as text."),
        ("password", "seven77", "Use at least 8 characters."),
        ("password", "password1", "This password is known from a data breach. Choose another one."),
        ("password", "8305176294", "Use more than digits alone."),
        ("password", "new@example.com", "Choose a password that is less like your name or email address."),
        ("password", "x" * 1001, "Use at most 1000 characters."),
    ],
)
def test_invalid_fields_have_error_messages(as_anonymous, field, value, sentence):
    response = register(as_anonymous, **{field: value})

    assert response.status_code == 400
    assert sentence in response.json()["errors"][field]
    assert response.json()["message"]
    assert not User.objects.exists()


def test_registrations_are_throttled_per_ip_address(as_anonymous, settings):
    settings.THROTTLES = settings.THROTTLES | {"register": 2}

    responses = [register(signed_in(), email=f"new{n}@example.com") for n in range(3)]

    assert [response.status_code for response in responses] == [201, 201, 429]
    assert int(responses[-1]["Retry-After"]) > 0
    elsewhere = signed_in()
    elsewhere.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert register(elsewhere).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_concurrent_registrations_create_one_account(monkeypatch):
    threads = 6
    monkeypatch.setattr(hashing, "slots", Slots(threads))  # so that none is rejected
    addresses = ["new@example.com", "NEW@example.com"] * (threads // 2)

    answers = run_together(*(lambda email=email: register(signed_in(), email=email) for email in addresses))

    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [201] + [409] * (threads - 1)
    assert User.objects.count() == 1


def test_passwords_are_hashed_with_argon2(settings, db):
    settings.PASSWORD_HASHERS = the_shops_own.PASSWORD_HASHERS

    assert UserFactory().password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
