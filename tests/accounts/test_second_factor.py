"""Staff's second factor: setting it up, and signing in with it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pyotp
import pytest
from auditlog.models import LogEntry
from django.db import connection

from accounts import totp
from accounts.models import RecoveryCode, SecondFactor
from accounts.services.passwords import link_token
from tests.accounts.factors import ELSEWHERE, FACTOR, HERE, begin, code_of, confirm, set_up, sign_in, status, with_both
from tests.conftest import signed_in
from tests.support.factories import UserFactory
from tests.support.messages import delivered

# --- Setting it up ---------------------------------------------------------------------------------------------------


def test_setting_up_draws_the_code_and_says_it_as_text(as_admin, admin, clock):
    answer = begin(as_admin)

    assert answer.status_code == 200
    told = answer.json()
    assert told["secret"] in told["uri"]
    parsed = pyotp.parse_uri(told["uri"])
    assert (parsed.name, parsed.issuer) == ("staff@example.com", "Cards for a Cause")
    assert told["picture"]["path"].startswith("M")
    assert told["picture"]["side"] > 2 * totp.BORDER
    assert as_admin.get(FACTOR).json() == {"isOn": False, "isRequired": False, "recoveryCodesLeft": 0}


def test_what_is_not_confirmed_counts_for_nothing(as_admin, admin, clock):
    begin(as_admin)

    assert status(admin) == 200


def test_the_apps_first_code_turns_it_on_and_tells_recovery_codes(as_admin, admin, clock):
    elsewhere = signed_in(admin)
    begin(as_admin)

    answer = confirm(as_admin, code_of(admin))

    told = answer.json()["recoveryCodes"]
    assert (answer.status_code, len(set(told))) == (200, totp.RECOVERY_CODES)
    assert as_admin.get(FACTOR).json() == {"isOn": True, "isRequired": False, "recoveryCodesLeft": 10}
    assert elsewhere.get("/api/users/profile").status_code == 401, "a session without the factor lives on"
    kept = str(list(RecoveryCode.objects.values()))
    assert not [code for code in told if totp.normalize_code(code)[totp.GROUP_LENGTH :] in kept]
    assert LogEntry.objects.filter(additional_data__did="second factor turned on").exists()
    assert [letter.to for letter in delivered("second_factor_changed")] == [["staff@example.com"]]


def test_a_wrong_first_code_turns_nothing_on(as_admin, admin, clock):
    begin(as_admin)

    answer = confirm(as_admin, code_of(admin, steps=9))

    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_code")
    assert answer.json()["errors"]["code"]
    assert status(admin) == 200


def test_setting_up_takes_the_password_and_staff(as_admin, as_visitor, as_nobody):
    assert [begin(client).status_code for client in (as_visitor, as_nobody)] == [403, 401]
    assert begin(as_admin, "not the one").json()["errors"]["currentPw"]
    assert begin(as_admin, "").status_code == 400
    assert confirm(as_admin, "123456").json()["code"] == "second_factor_not_begun"
    assert not SecondFactor.objects.exists()


def test_one_that_is_on_is_not_set_up_over(sam):
    client, _ = sign_in(sam, code_of(sam))

    assert begin(client).json()["code"] == "second_factor_on"


# --- Signing in ------------------------------------------------------------------------------------------------------


def test_the_password_alone_does_not_open_the_account(sam):
    client, answer = sign_in(sam)

    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_required")
    assert client.get("/api/users/profile").status_code == 401
    assert status(sam, "") == 401


def test_the_code_does(sam):
    client, answer = sign_in(sam, code_of(sam))

    assert answer.status_code == 200
    assert set(answer.json()) == {"_id", "firstName", "lastName", "email", "isAdmin", "requiresPasswordReset"}
    assert client.get("/api/users").status_code == 200


def test_who_has_none_needs_none(visitor):
    assert [status(visitor), status(visitor, "123456")] == [200, 200]


def test_a_wrong_password_tells_nothing_of_the_second_factor(sam):
    _, answer = sign_in(sam, code_of(sam), password="not the one")

    assert answer.json() == {"message": "Invalid email or password.", "code": "wrong_credentials"}


@pytest.mark.parametrize(("steps", "expected"), [(-2, 401), (-1, 200), (0, 200), (1, 200), (2, 401)])
def test_a_phones_clock_may_be_off_by_half_a_minute(sam, steps, expected):
    assert status(sam, code_of(sam, steps=steps)) == expected


def test_a_code_is_typed_as_people_type(sam):
    code = code_of(sam)

    assert status(sam, f" {code[:3]} {code[3:]} ") == 200


@pytest.mark.parametrize("code", ["000000", "12345", "1234567", "abcdef", "k7qm-3vxd-9trw", "x" * 40, "\u0661" * 6])
def test_a_made_up_code_opens_nothing(sam, code):
    _, answer = sign_in(sam, code)

    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_code")


def test_a_used_code_is_good_no_more_and_neither_are_older_ones(sam, clock):
    code, older = code_of(sam), code_of(sam, steps=-1)

    assert [status(sam, code), status(sam, code), status(sam, older)] == [200, 401, 401]
    clock.wait(30)
    assert [status(sam, code), status(sam, code_of(sam))] == [401, 200]


@pytest.mark.django_db(transaction=True)
def test_of_many_with_one_code_at_once_a_single_one_gets_in(settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_address": 100}
    person, people = UserFactory(is_staff=True), 4
    set_up(person)
    code, together = code_of(person), Barrier(people)

    def run(number: int) -> int:
        try:
            together.wait(timeout=20)
            return status(person, code)
        finally:
            connection.close()

    with ThreadPoolExecutor(people) as pool:
        assert sorted(pool.map(run, range(people))) == [200] + [401] * (people - 1)


def test_a_new_password_by_mail_does_not_go_past_it(sam):
    words = "some other random words"
    answer = signed_in().post("/api/users/set-password", {"token": link_token(sam), "newPw": words}, format="json")
    assert answer.status_code == 200

    assert status(sam, password=words) == 401
    assert status(sam, code_of(sam), password=words) == 200


# --- Guessing --------------------------------------------------------------------------------------------------------


def test_guessing_codes_runs_into_a_limit_and_missing_ones_do_not(sam, settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_address": 3}

    assert [status(sam) for _ in range(5)] == [401] * 5
    assert [status(sam, "000000") for _ in range(4)] == [401, 401, 401, 429]
    assert status(sam, code_of(sam)) == 429
    assert status(sam, code_of(sam), address=ELSEWHERE) == 200


def test_guessing_from_everywhere_ends_too_and_not_for_who_signed_in_from_there_before(sam, settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_account": 3}
    assert status(sam, code_of(sam, steps=-1), address=HERE) == 200

    guesses = [status(sam, "000000", address=f"192.0.2.{number}") for number in range(5)]

    assert guesses == [401, 401, 401, 429, 429]
    assert status(sam, code_of(sam), address=ELSEWHERE) == 429
    assert status(sam, code_of(sam), address=HERE) == 200


# --- Recovery codes --------------------------------------------------------------------------------------------------


def test_a_recovery_code_opens_the_account_once(admin, clock):
    one, other, *_ = set_up(admin)

    assert [status(admin, one), status(admin, one)] == [200, 401]
    client, answer = sign_in(admin, other.upper().replace("-", " "))
    assert answer.status_code == 200
    assert client.get(FACTOR).json()["recoveryCodesLeft"] == 8


def test_new_recovery_codes_take_the_place_of_the_old(admin, clock):
    old, *_ = set_up(admin)
    client, _ = sign_in(admin, code_of(admin, steps=-1))

    renewed = with_both(client, "post", f"{FACTOR}/recovery-codes", code_of(admin))

    assert renewed.status_code == 200
    new = renewed.json()["recoveryCodes"]
    assert [status(admin, old), status(admin, new[0])] == [401, 200]
    assert LogEntry.objects.filter(additional_data__did="recovery codes renewed").exists()


def test_nobodys_recovery_code_opens_somebody_elses_account(admin, clock):
    other = UserFactory(is_staff=True)
    theirs, *_ = set_up(other)
    set_up(admin)

    assert status(admin, theirs) == 401
