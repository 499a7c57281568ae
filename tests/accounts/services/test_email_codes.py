"""Sign in with a code by email: POST /api/users/auth/code and /api/users/auth/code/check."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import pyotp
import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import SecondFactor, SignInCode, User
from accounts.services import email_codes
from outbox.models import Outgoing
from tests.accounts.factors import post_sign_in
from tests.conftest import signed_in
from tests.support.factories import UserFactory
from tests.support.messages import delivered, send_due_mails
from tests.support.races import run_together
from tests.support.servers.mail_server import no_mail_server, refusing_mail_server

SENTENCE = "That code is wrong or has ended."
WRONG = {"message": SENTENCE, "code": "wrong_code", "errors": {"code": [SENTENCE]}}


@pytest.fixture
def browser(db: None) -> APIClient:
    return signed_in()


def ask(browser: APIClient, email: str = "ana@example.com") -> Any:
    return browser.post("/api/users/auth/code", {"email": email}, format="json")


def check(browser: APIClient, code: str, email: str = "ana@example.com", **more: str) -> Any:
    return browser.post("/api/users/auth/code/check", {"email": email, "code": code} | more, format="json")


def mailed_code(digits: int = 6) -> str:
    """Return the code in the newest email."""
    (code,) = re.findall(rf"^(\d{{{digits}}})$", str(mail.outbox[-1].body), re.MULTILINE)
    return str(code)


def other_code(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


# --- Who gets in -----------------------------------------------------------------------------------------------------


def test_a_known_account_is_signed_in(browser, visitor):
    answer = ask(browser)
    signed = check(browser, mailed_code())

    sentence = "We've emailed you a code. It works for 15 minutes."
    assert (answer.status_code, answer.json()) == (200, {"message": sentence})
    assert mail.outbox[0].to == ["ana@example.com"]
    assert (signed.status_code, signed.json()["_id"]) == (200, visitor.public_id)
    assert browser.get("/api/users/profile").json()["_id"] == visitor.public_id


def test_a_new_address_becomes_an_account_once_it_has_a_name(browser):
    ask(browser, "New@example.com")
    code = mailed_code()

    nameless = check(browser, code, "new@example.com")
    sentence = "Enter your first name."
    needed = {"message": sentence, "code": "name_needed", "errors": {"firstName": [sentence]}}
    assert (nameless.status_code, nameless.json()) == (400, needed)
    assert not User.objects.exists()

    named = check(browser, code, "new@example.com", firstName="Ben", lastName="Ode")
    assert named.status_code == 200
    user = User.objects.get()
    assert (user.email, user.first_name, user.last_name) == ("new@example.com", "Ben", "Ode")
    assert named.json()["hasPassword"] is False
    assert user.email_proved_at is not None


def test_known_and_unknown_addresses_take_the_same_steps(browser, visitor):
    """Otherwise the time of the answer would tell who has an account."""
    ask(browser, "first@example.com")  # reads what a process reads once

    steps = []
    for address in (visitor.email, "nobody@example.com"):
        with CaptureQueriesContext(connection) as made:
            ask(signed_in(), address)
        statements = [query["sql"].replace(address, "") for query in made.captured_queries]
        steps.append([re.sub(r"_x\d+|\d+", "", statement)[:60] for statement in statements])

    assert steps[0] == steps[1]
    assert len(steps[0]) > 5


@pytest.mark.parametrize(
    ("fields", "message", "code"),
    [
        ({"is_staff": True}, "Staff sign in with their password.", "password_needed"),
        ({"is_active": False}, "This account is deactivated. Please contact the organizer.", "deactivated"),
    ],
    ids=["staff without a second factor", "deactivated"],
)
def test_no_code_is_enough_for_staff_and_deactivated_accounts(browser, fields, message, code):
    UserFactory(email="sam@example.com", **fields)
    ask(browser, "sam@example.com")

    refused = check(browser, mailed_code(), "sam@example.com")

    assert (refused.status_code, refused.json()) == (403, {"message": message, "code": code})
    assert browser.get("/api/users/profile").status_code == 401


def test_staff_with_a_second_factor_need_its_code_too(browser):
    sam = UserFactory(email="sam@example.com", is_staff=True)
    secret = pyotp.random_base32()
    SecondFactor.objects.create(user=sam, secret=secret, confirmed_at=timezone.now())
    ask(browser, "sam@example.com")
    code = mailed_code()

    needed = check(browser, code, "sam@example.com")
    wrong = check(browser, code, "sam@example.com", factorCode="000000")
    signed = check(browser, code, "sam@example.com", factorCode=pyotp.TOTP(secret).now())

    assert (needed.status_code, needed.json()["code"]) == (401, "second_factor_required")
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_code")
    assert signed.status_code == 200


# --- What a code is good for -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("why", ["used", "15 minutes old", "five wrong tries", "a newer code"])
def test_a_code_that_has_ended_is_refused(browser, visitor, clock, why):
    ask(browser)
    code = mailed_code()
    match why:
        case "used":
            assert check(browser, code).status_code == 200
        case "15 minutes old":
            clock.wait(15 * 60)
        case "five wrong tries":
            assert [check(browser, other_code(code)).json() for _ in range(5)] == [WRONG] * 5
        case "a newer code":
            while mailed_code() == code:
                ask(browser)

    refused = check(browser, code)

    assert (refused.status_code, refused.json()) == (400, WRONG)
    assert email_codes.delete_expired_codes() == (why == "15 minutes old")


def test_only_the_browser_that_asked_can_use_a_code_or_its_tries(browser, visitor):
    ask(browser)
    code = mailed_code()
    other = signed_in()

    assert [check(other, code).json() for _ in range(6)] == [WRONG] * 6
    other.cookies[settings.SIGN_IN_COOKIE_NAME] = "guessed"
    assert check(other, code).json() == WRONG
    assert check(browser, code).status_code == 200


def test_only_keyed_hashes_are_stored(browser, visitor):
    ask(browser)
    row = SignInCode.objects.values().get()

    kept = str(row) + str(list(Outgoing.objects.values()))
    assert mailed_code() not in kept
    assert "ana@example.com" not in str(row)


def test_the_cookie_is_for_this_site_alone_and_not_for_scripts(browser):
    cookie = ask(browser).cookies[settings.SIGN_IN_COOKIE_NAME]

    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Strict", 900)


@pytest.mark.django_db(transaction=True)
def test_of_simultaneous_checks_one_succeeds(visitor):
    browser = signed_in()
    ask(browser)
    code, secret = mailed_code(), browser.cookies[settings.SIGN_IN_COOKIE_NAME].value

    def check_here() -> int:
        client = signed_in()
        client.cookies[settings.SIGN_IN_COOKIE_NAME] = secret
        return int(check(client, code).status_code)

    assert sorted(run_together(*[check_here] * 4)) == [200, 400, 400, 400]


# --- A code stays good until the next one has left -------------------------------------------------------------------


def test_a_request_that_sends_no_email_leaves_the_last_code_good_and_says_so(browser, visitor, clock):
    clock.now = datetime(2026, 12, 5, 3, 5, tzinfo=UTC)
    for _ in range(5):
        assert ask(browser).status_code == 200
    code = mailed_code()

    sixth = ask(browser, "ANA@example.com")

    assert len(mail.outbox) == 5
    sentence = "You have asked for too many codes. The last one, sent at 7:05 PM, still works."
    assert (sixth.status_code, sixth.json()) == (429, {"message": sentence, "code": "code_still_works"})
    assert settings.SIGN_IN_COOKIE_NAME not in sixth.cookies
    assert check(browser, code).status_code == 200


def test_nobody_learns_from_an_answer_or_the_limit_who_has_an_account(visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"password_mail": 1}
    UserFactory(email="gone@example.com", is_active=False)
    UserFactory(email="sam@example.com", is_staff=True)
    addresses = ["ana@example.com", "gone@example.com", "sam@example.com", "nobody@example.com"]

    answers = []
    for address in addresses:
        browser = signed_in()
        answers.append([re.sub(r"[\d:]+ [AP]M", "", ask(browser, address).content.decode()) for _ in range(2)])

    assert answers == [answers[0]] * 4
    assert [message.to for message in mail.outbox] == [[address] for address in addresses]


@pytest.mark.parametrize("reason", ["time", "tries"])
def test_whose_last_code_has_ended_is_told_how_long_to_wait(browser, visitor, clock, settings, reason):
    settings.THROTTLES = settings.THROTTLES | {"password_mail": 1}
    clock.now = datetime(2026, 12, 5, 3, 20, tzinfo=UTC)
    ask(browser)
    if reason == "tries":
        for _ in range(5):
            check(browser, other_code(mailed_code()))
    else:
        clock.now += timedelta(minutes=15)

    refused = ask(browser)

    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert refused.json()["message"] == f"Too many tries. Wait {40 if reason == 'tries' else 25} minutes."


@pytest.mark.parametrize("fault", [no_mail_server, refusing_mail_server])
def test_a_code_that_arrived_stays_good_when_the_next_email_cannot_be_sent(browser, visitor, settings, fault):
    ask(browser)
    code = mailed_code()
    with fault(settings):
        refused = ask(browser)

    assert (refused.status_code, refused.json()["code"]) == (503, "mail_unavailable")
    assert re.search(r"The code that we sent at \d+:\d\d [AP]M still works\.$", refused.json()["message"])
    assert check(browser, code).status_code == 200


def test_a_code_that_was_never_sent_can_be_guessed_by_nobody(browser, visitor, settings, monkeypatch):
    monkeypatch.setattr(secrets, "randbelow", lambda most: 123456)
    browser.cookies[settings.SIGN_IN_COOKIE_NAME] = "b" * 43
    with no_mail_server(settings):
        ask(browser)

    assert check(browser, "123456").json() == WRONG


def test_a_code_whose_email_waits_in_the_outbox_works_once_it_was_sent(browser, visitor, clock):
    """The process ended before it sent the email; `upkeep` sends it."""
    browser.cookies[settings.SIGN_IN_COOKIE_NAME] = "b" * 43
    ask(browser)
    old = mailed_code()
    email_codes.store_code(email="ana@example.com", browser="b" * 43)
    assert check(browser, other_code(old)).json() == WRONG

    clock.now += timedelta(minutes=11)
    send_due_mails(now=clock.now)
    new = mailed_code()

    assert old == new or check(browser, old).json() == WRONG
    assert check(browser, new).status_code == 200


def test_a_browser_has_a_code_for_each_address_and_an_address_one_for_each_browser(browser, visitor, other_visitor):
    other = signed_in()
    codes = []
    for client, email in ((browser, "ana@example.com"), (browser, "ben@example.com"), (other, "ana@example.com")):
        ask(client, email)
        codes.append((client, mailed_code(), email))

    for client, code, email in codes:
        assert check(client, code, email).status_code == 200
        assert client.get("/api/users/profile").json()["email"] == email


def test_a_visitor_who_asks_for_codes_to_an_address_locks_its_owner_out_of_nothing(browser, visitor):
    ask(browser)
    code = mailed_code()
    stranger = signed_in()
    for client in [stranger] * 6 + [signed_in() for _ in range(6)]:
        ask(client)
    sent = len(mail.outbox)

    assert check(browser, code).status_code == 200
    ask(browser)
    signed_in().post("/api/users/forgot-password", {"email": visitor.email}, format="json")

    assert len(mail.outbox) == sent + 1
    assert Outgoing.objects.filter(kind="password_link").exists()
    assert check(browser, mailed_code()).status_code == 200


# --- Limits ----------------------------------------------------------------------------------------------------------


def test_300_guests_of_one_network_sign_in_within_an_hour(db, settings):
    guests = 12  # each asks for a code, mistypes it, and has it right
    assert settings.THROTTLES["code_address"] >= 300 * 3
    settings.THROTTLES = settings.THROTTLES | {"code_address": guests * 3}
    for number in range(guests):
        guest, address = signed_in(), f"guest{number}@example.com"
        ask(guest, address)
        code = mailed_code()
        assert check(guest, other_code(code), address).json() == WRONG
        assert check(guest, code, address, firstName="Sam").status_code == 200


def test_an_address_gets_so_many_codes_an_hour_that_were_asked_for_from_a_network(visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"code_recipient": 3}

    assert [ask(signed_in()).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert len(mail.outbox) == 3
    elsewhere = signed_in()
    elsewhere.defaults["REMOTE_ADDR"] = "203.0.113.7"
    assert ask(elsewhere).status_code == 200


def test_an_address_that_gets_many_codes_gets_longer_ones_which_cannot_be_guessed(browser, visitor, clock, settings):
    settings.THROTTLES = settings.THROTTLES | {"short_codes": 3}
    clock.now = (clock.now + timedelta(days=1)).replace(hour=12)  # the same day an hour later
    for _ in range(3):
        ask(signed_in())
        mailed_code()
    clock.now += timedelta(hours=1)

    ask(browser)

    assert check(browser, mailed_code(12)).status_code == 200


def test_wrong_codes_are_limited_by_network_address_and_the_right_one_still_works(browser, visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"code_address": 2}
    ask(browser)
    code = mailed_code()

    assert [check(browser, other_code(code)).status_code for _ in range(3)] == [400, 400, 429]
    assert check(browser, code).status_code == 200


def test_a_mail_server_that_is_down_is_said_and_counts_for_nothing(browser, visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"password_mail": 1, "code_recipient": 1, "code_address": 1}
    with no_mail_server(settings):
        refused = ask(browser)

    assert refused.status_code == 503
    sentence = "We couldn't send the email. Use your password or try again."
    assert refused.json() == {"message": sentence, "code": "mail_unavailable"}
    ask(browser)
    assert check(browser, mailed_code()).status_code == 200


def test_the_first_code_locks_out_the_person_who_registered_the_address_before(browser, visitor):
    """An account could be registered with somebody else's address, who would later use it beside its maker."""
    maker = signed_in(visitor)
    ask(browser)

    assert check(browser, mailed_code()).status_code == 200

    assert maker.get("/api/users/profile").status_code == 401
    assert post_sign_in(visitor.email).status_code == 401
    told = Outgoing.objects.get(kind="password_removed")
    assert told.to == visitor.email
    (message,) = delivered("password_removed")
    assert "the old password no longer works" in message.body
    assert browser.get("/api/users/profile").status_code == 200


# --- Changes that a stolen session must not make ---------------------------------------------------------------------

CHANGES = [
    pytest.param("put", "/api/users/profile", {"email": "zelda@example.com"}, id="address"),
    pytest.param("put", "/api/users/{}", {"email": "zelda@example.com"}, id="address by ID"),
    pytest.param("delete", "/api/users/profile", {}, id="account"),
    pytest.param("put", "/api/users/change-password", {"newPw": "another few random words"}, id="password"),
    pytest.param("post", "/api/users/second-factor", {}, id="second factor"),
]


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_without_a_password_a_change_needs_a_fresh_code(db, method, path, body):
    user = UserFactory(email="ana@example.com", is_staff=path == "/api/users/second-factor")
    UserFactory(is_staff=True)
    user.set_unusable_password()
    user.save()
    browser = signed_in(user)
    send = getattr(browser, method)

    needed = send(path.format(user.public_id), body, format="json")
    assert (needed.status_code, needed.json()["code"]) == (400, "email_code_needed")
    ask(browser)
    wrong = send(path.format(user.public_id), body | {"emailCode": other_code(mailed_code())}, format="json")
    assert (wrong.status_code, list(wrong.json()["errors"])) == (400, ["emailCode"])

    assert send(path.format(user.public_id), body | {"emailCode": mailed_code()}, format="json").status_code == 200
