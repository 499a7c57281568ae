"""How many emails an hour an account causes by changing addresses, and a person receives about their password."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.messages import delivered

SENTENCE = "If there is an account with this address, an email with a link is on its way."


def change(client, email: str):
    return client.put("/api/users/profile", {"email": email}, format="json")


def forgot(email: str, address: str = "203.0.113.9"):
    return signed_in().post("/api/users/forgot-password", {"email": email}, format="json", REMOTE_ADDR=address)


def reset(client, person, **more):
    return client.put("/api/users/reset-password", {"userId": person.public_id} | more, format="json")


# --- Changes of an address -------------------------------------------------------------------------------------------


def test_an_account_changes_its_address_five_times_an_hour_and_each_former_one_is_told(as_visitor, visitor, clock):
    answers = [change(as_visitor, f"ana{number}@example.com") for number in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert int(answers[-1]["Retry-After"]) > 0
    visitor.refresh_from_db()
    assert visitor.email == "ana4@example.com"
    told = [letter.to for letter in delivered("email_changed")]
    assert told == [["ana@example.com"], *([f"ana{number}@example.com"] for number in range(4))]
    clock.now += timedelta(hours=1)
    assert change(as_visitor, "ana5@example.com").status_code == 200


def test_a_refused_change_changes_nothing_and_sends_nothing(as_visitor, visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"email_change": 1}
    change(as_visitor, "ana1@example.com")

    body = {"email": "ana2@example.com", "firstName": "Anna"}
    assert as_visitor.put("/api/users/profile", body, format="json").status_code == 429

    visitor.refresh_from_db()
    assert (visitor.email, visitor.first_name) == ("ana1@example.com", "Ana")
    assert len(delivered("email_changed")) == 1
    assert as_visitor.put("/api/users/profile", {"firstName": "Anna"}, format="json").status_code == 200


def test_an_address_that_is_refused_counts_for_nothing(as_visitor, other_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"email_change": 1}

    assert [change(as_visitor, other_visitor.email).status_code for _ in range(3)] == [409] * 3
    assert change(as_visitor, "anna@example.com").status_code == 200


def test_the_limit_is_of_who_makes_the_change(as_admin, as_visitor, visitor, other_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"email_change": 2}
    paths = [f"/api/users/{person.public_id}" for person in (visitor, other_visitor, visitor)]

    answers = [as_admin.put(path, {"email": f"n{n}@example.com"}, format="json") for n, path in enumerate(paths)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert change(as_visitor, "anna@example.com").status_code == 200


def test_an_address_changed_in_the_console_is_told_and_counted_too(visitor, settings):
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
    assert [letter.to for letter in delivered("email_changed")] == [["ana@example.com"]]
    assert client.post(url, form | {"email": "anna@example.com", "first_name": "Anna"}).status_code == 302


# --- Mails about a password ------------------------------------------------------------------------------------------


def test_a_person_gets_five_links_an_hour_and_the_answer_is_the_same_as_ever(visitor, clock):
    spellings = ["ana@example.com", "ANA@example.com", " Ana@Example.com "]
    answers = [forgot(spellings[number % 3], f"198.51.100.{number}") for number in range(8)]
    unknown = [forgot("who@example.com", f"198.51.100.{number}") for number in range(8)]

    assert {answer.content for answer in answers + unknown} == {answers[0].content}
    assert {answer.status_code for answer in answers + unknown} == {200}
    assert answers[0].json() == {"message": SENTENCE}
    assert [letter.to for letter in delivered("password")] == [["ana@example.com"]] * 5
    clock.now += timedelta(hours=1)
    forgot("ana@example.com")
    assert len(delivered("password")) == 6


def test_one_person_who_is_mailed_often_takes_nothing_from_another(visitor, other_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"password_mail": 1}

    for email in ("ana@example.com", "ana@example.com", "ben@example.com"):
        forgot(email)

    assert [letter.to for letter in delivered("password")] == [["ana@example.com"], ["ben@example.com"]]


def test_a_reset_by_staff_takes_effect_over_the_limit_and_says_that_no_mail_goes_out(as_admin, visitor):
    """Otherwise a stranger who asks for links keeps staff from locking an account that was taken over."""
    for _ in range(5):
        forgot("ana@example.com")

    answer = reset(as_admin, visitor, lockPassword=True)

    assert answer.status_code == 200
    assert answer.json() == {
        "message": "Password reset. No email was sent, because this address got 5 about its password within the hour.",
        "mailLimitReached": True,
    }
    visitor.refresh_from_db()
    assert visitor.requires_password_reset
    assert not visitor.check_password(PASSWORD)
    assert len(delivered("password")) == 5


def test_resets_by_staff_count_as_well(as_admin, visitor):
    answers = [reset(as_admin, visitor).json() for _ in range(6)]

    assert [answer == {"message": "Password reset."} for answer in answers] == [True] * 5 + [False]
    forgot("ana@example.com")
    assert [letter.to for letter in delivered("password")] == [["ana@example.com"]] * 5


def test_a_deactivated_account_gets_no_mail_and_spends_nothing(as_admin, visitor):
    User.objects.filter(pk=visitor.pk).update(is_active=False)

    assert [reset(as_admin, visitor).json() for _ in range(6)] == [{"message": "Password reset."}] * 6


@pytest.mark.parametrize("email", ["who@example.com", "ana@example.com"])
def test_the_limit_of_the_senders_address_is_still_told(visitor, email, settings):
    settings.THROTTLES = settings.THROTTLES | {"forgot_password": 1}

    assert [forgot(email).status_code for _ in range(2)] == [200, 429]
