"""Registration, one account for each mailbox, and limits of emails."""

from datetime import timedelta

import pytest
from django.db import transaction

from accounts import hashing, mails
from accounts.models import User
from charityshop.security.slots import Slots
from outbox.messages import send_again
from outbox.models import Outgoing
from tests.accounts.factors import NO_RIGHTS, post_sign_in, reset
from tests.conftest import signed_in
from tests.support.factories import PASSWORD
from tests.support.messages import delivered
from tests.support.paid_orders import create_test_order
from tests.support.races import run_together

NEWCOMER = {"email": "new@example.com", "password": "a few random words", "firstName": "Noor", "lastName": "Haddad"}


def register(client, **changes):
    return client.post("/api/users", NEWCOMER | changes, format="json")


def test_a_new_user_is_signed_in(as_anonymous):
    response = register(as_anonymous)

    assert response.status_code == 201
    body = response.json()
    assert body.pop("_id") == User.objects.get().public_id
    assert body == {"firstName": "Noor", "lastName": "Haddad", "email": "new@example.com"} | NO_RIGHTS
    assert as_anonymous.get("/api/users/profile").json()["email"] == "new@example.com"


def test_email_addresses_are_unique_ignoring_case(as_anonymous, visitor):
    response = register(as_anonymous, email="Ana@EXAMPLE.com")

    assert (response.status_code, response.json()["message"]) == (409, "User already exists.")
    assert response.json()["errors"] == {"email": ["User already exists."]}
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("email", None, "Enter your email address."),
        ("email", "ana", "Enter an email like name@example.com."),
        ("email", "\u212aim@example.com", "Enter an email like name@example.com."),  # KELVIN SIGN, lowercase k
        ("email", ["a@example.com"], "Enter an email like name@example.com."),
        ("email", f"{'a' * 250}@example.com", "Use at most 254 characters."),
        ("firstName", "", "Enter your first name."),
        ("firstName", "x" * 151, "Use at most 150 characters."),
        ("lastName", ["x"], "Enter your last name as text."),
        ("password", "seven77", "Use at least 8 characters."),
        ("password", "password1", "This password is known from a data breach. Choose another one."),
        ("password", "8305176294", "Use more than digits alone."),
        ("password", "new@example.com", "Choose a password that is less like your name or email address."),
        ("password", "CardsForACause26", "Choose a password that has more than this shop's own words."),
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


# tests/charityshop/test_form_fields.py has more of them.
ALIKE = [
    ("name@example.com", "\ufeffNA\u200bME@EXAMPLE。COM"),
    ("name@xn--bcher-kva.example", "name@BU\u0308CHER.example"),
]


@pytest.mark.parametrize("pair", ALIKE)
@pytest.mark.parametrize("first", [0, 1])
def test_addresses_that_look_alike_are_one_account(db, pair, first):
    assert register(signed_in(), email=pair[first]).status_code == 201
    taken = register(signed_in(), email=pair[1 - first])

    assert (taken.status_code, taken.json()["code"]) == (409, "email_taken")
    assert User.objects.filter(email__iexact=pair[0]).count() == 1
    assert [post_sign_in(typed).status_code for typed in pair] == [200, 200]


def test_failed_sign_ins_are_counted_together(db, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}
    typed = ["name@example.com", "NAME@example.com\u200b", "na\u200bme@example.com"]

    assert [post_sign_in(address, "x").status_code for address in typed] == [401, 401, 429]


SENTENCE = "If this address has an account, we've emailed a link to it."


def change(client, email: str):
    return client.put("/api/users/profile", {"email": email}, format="json")


def forgot(email: str, address: str = "203.0.113.9"):
    return signed_in().post("/api/users/forgot-password", {"email": email}, format="json", REMOTE_ADDR=address)


def test_address_changes_are_throttled_by_who_makes_them_and_reported(as_visitor, as_admin, visitor, clock):
    responses = [change(as_visitor, f"ana{number}@Example.com") for number in range(6)]

    assert [response.status_code for response in responses] == [200] * 5 + [429]
    assert int(responses[-1]["Retry-After"]) > 0
    visitor.refresh_from_db()
    assert visitor.email == "ana4@example.com"
    emails = delivered("email_changed")
    assert [email.to for email in emails] == [["ana@example.com"], *([f"ana{n}@example.com"] for n in range(4))]
    assert "email address was changed" in emails[0].subject
    assert "If this was not you" in emails[0].body
    assert as_admin.put(f"/api/users/{visitor.public_id}", {"email": "a@example.com"}, format="json").status_code == 200
    clock.now += timedelta(hours=1)
    assert change(as_visitor, "ana5@example.com").status_code == 200


def test_address_changes_in_the_console_are_reported_and_counted(console, visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"email_change": 1}
    url = f"/admin-console/accounts/user/{visitor.pk}/change/"
    form = {"first_name": "Ana", "last_name": "Diaz", "is_active": "on"}

    assert console.post(url, form | {"email": "anna@example.com"}).status_code == 302
    refused = console.post(url, form | {"email": "another@example.com"})

    assert "Too many tries." in refused.content.decode()
    visitor.refresh_from_db()
    assert visitor.email == "anna@example.com"
    assert [email.to for email in delivered("email_changed")] == [["ana@example.com"]]
    assert console.post(url, form | {"email": "anna@example.com", "first_name": "Anna"}).status_code == 302


def test_emails_go_to_the_current_address_and_news_of_the_account_to_the_former_one(as_visitor, visitor, date):
    create_test_order(as_visitor, date)
    with transaction.atomic():
        mails.second_factor_changed(visitor, "was turned off")

    change(as_visitor, "anna@example.com")

    assert [email.to for email in delivered("order_paid")] == [["anna@example.com"]]
    assert [email.to for email in delivered("second_factor_changed")] == [["ana@example.com"]]
    assert [email.to for email in delivered("email_changed")] == [["ana@example.com"]]
    change(as_visitor, "annie@example.com")
    confirmation = Outgoing.objects.get(kind="order_paid")
    send_again(message_ids=[confirmation.pk], by=None)
    assert [email.to for email in delivered("order_paid")] == [["anna@example.com"], ["annie@example.com"]]
    confirmation.refresh_from_db()
    assert confirmation.to == "annie@example.com"


def test_a_user_gets_five_links_an_hour_and_the_response_does_not_change(visitor, other_visitor, clock):
    spellings = ["ana@example.com", "ANA@example.com", " Ana@Example.com "]
    responses = [forgot(spellings[number % 3], f"198.51.100.{number}") for number in range(8)]
    unknown = [forgot("who@example.com", f"198.51.100.{number}") for number in range(8)]

    assert {response.content for response in responses + unknown} == {responses[0].content}
    assert {response.status_code for response in responses + unknown} == {200}
    assert responses[0].json() == {"message": SENTENCE}
    assert [email.to for email in delivered("password")] == [["ana@example.com"]] * 5
    forgot("ben@example.com")
    assert delivered("password")[-1].to == ["ben@example.com"]
    clock.now += timedelta(hours=1)
    forgot("ana@example.com")
    assert len(delivered("password")) == 7


def test_a_reset_over_the_limit_applies_without_an_email(as_admin, visitor):
    """Otherwise, anyone who requests links could prevent staff from locking a compromised account."""
    for _ in range(5):
        forgot("ana@example.com")

    response = reset(as_admin, visitor, lockPassword=True)

    assert response.status_code == 200
    assert response.json() == {
        "message": "Password reset. No email was sent, because this address got 5 about its password within the hour.",
        "mailLimitReached": True,
    }
    visitor.refresh_from_db()
    assert visitor.requires_password_reset
    assert not visitor.check_password(PASSWORD)
    assert len(delivered("password")) == 5


def test_resets_by_staff_count_against_the_limit(as_admin, visitor):
    responses = [reset(as_admin, visitor).json() for _ in range(6)]

    assert [response == {"message": "Password reset."} for response in responses] == [True] * 5 + [False]
    forgot("ana@example.com")
    assert [email.to for email in delivered("password")] == [["ana@example.com"]] * 5
