"""Hourly limits on emails about changed addresses and passwords."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.messages import delivered

SENTENCE = "If this address has an account, we've emailed a link to it."


def change(client, email: str):
    return client.put("/api/users/profile", {"email": email}, format="json")


def forgot(email: str, address: str = "203.0.113.9"):
    return signed_in().post("/api/users/forgot-password", {"email": email}, format="json", REMOTE_ADDR=address)


def reset(client, user, **more):
    return client.put("/api/users/reset-password", {"userId": user.public_id} | more, format="json")


# --- Changed addresses -----------------------------------------------------------------------------------------------


def test_address_changes_are_throttled_and_reported_to_each_old_address(as_visitor, visitor, clock):
    responses = [change(as_visitor, f"ana{number}@example.com") for number in range(6)]

    assert [response.status_code for response in responses] == [200] * 5 + [429]
    assert int(responses[-1]["Retry-After"]) > 0
    visitor.refresh_from_db()
    assert visitor.email == "ana4@example.com"
    recipients = [email.to for email in delivered("email_changed")]
    assert recipients == [["ana@example.com"], *([f"ana{number}@example.com"] for number in range(4))]
    clock.now += timedelta(hours=1)
    assert change(as_visitor, "ana5@example.com").status_code == 200


def test_address_changes_count_against_the_actor(as_admin, as_visitor, visitor, other_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"email_change": 2}
    paths = [f"/api/users/{user.public_id}" for user in (visitor, other_visitor, visitor)]

    responses = [as_admin.put(path, {"email": f"n{n}@example.com"}, format="json") for n, path in enumerate(paths)]

    assert [response.status_code for response in responses] == [200, 200, 429]
    assert change(as_visitor, "anna@example.com").status_code == 200


def test_address_changes_in_the_console_are_reported_and_counted(visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"email_change": 1}
    client = Client(SERVER_NAME="localhost")
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    url = f"/admin-console/accounts/user/{visitor.pk}/change/"
    form = {"first_name": "Ana", "last_name": "Diaz", "is_active": "on"}

    assert client.post(url, form | {"email": "anna@example.com"}).status_code == 302
    refused = client.post(url, form | {"email": "another@example.com"})

    assert "Too many tries." in refused.content.decode()
    visitor.refresh_from_db()
    assert visitor.email == "anna@example.com"
    assert [email.to for email in delivered("email_changed")] == [["ana@example.com"]]
    assert client.post(url, form | {"email": "anna@example.com", "first_name": "Anna"}).status_code == 302


# --- Emails about passwords ------------------------------------------------------------------------------------------


def test_a_user_gets_five_links_an_hour_and_the_response_does_not_change(visitor, clock):
    spellings = ["ana@example.com", "ANA@example.com", " Ana@Example.com "]
    responses = [forgot(spellings[number % 3], f"198.51.100.{number}") for number in range(8)]
    unknown = [forgot("who@example.com", f"198.51.100.{number}") for number in range(8)]

    assert {response.content for response in responses + unknown} == {responses[0].content}
    assert {response.status_code for response in responses + unknown} == {200}
    assert responses[0].json() == {"message": SENTENCE}
    assert [email.to for email in delivered("password")] == [["ana@example.com"]] * 5
    clock.now += timedelta(hours=1)
    forgot("ana@example.com")
    assert len(delivered("password")) == 6


def test_password_emails_are_counted_per_address(visitor, other_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"password_mail": 1}

    for email in ("ana@example.com", "ana@example.com", "ben@example.com"):
        forgot(email)

    assert [email.to for email in delivered("password")] == [["ana@example.com"], ["ben@example.com"]]


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


@pytest.mark.parametrize("email", ["who@example.com", "ana@example.com"])
def test_the_limit_per_ip_address_is_reported(visitor, email, settings):
    settings.THROTTLES = settings.THROTTLES | {"forgot_password": 1}

    assert [forgot(email).status_code for _ in range(2)] == [200, 429]
