"""Failed sign-ins are limited per address, and guesses by others don't lock out the account's owner."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import hashing
from accounts.models import SignInPlace
from charityshop.api.throttling import WINDOW_SECONDS
from charityshop.security.slots import Slots
from tests.accounts.factors import ELSEWHERE, HERE, post_sign_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.races import run_together

GUESSER = "192.0.2.66"


@pytest.fixture(autouse=True)
def low_limits(settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 3, "sign_in_address": 5}


def guess(email: str, times: int, *, address: str = GUESSER) -> list[int]:
    return [post_sign_in(email, f"guess {number}", address=address).status_code for number in range(times)]


def test_failures_on_one_account_throttle_the_address(visitor):
    assert guess("ana@example.com", 3) == [401, 401, 401]

    response = post_sign_in("ana@example.com", PASSWORD, address=GUESSER)

    assert response.status_code == 429, "though the password is right"
    wait = int(response["Retry-After"])
    assert 0 < wait <= WINDOW_SECONDS
    minutes = -(-wait // 60)
    sentence = f"Too many tries. Wait {minutes} minute{'' if minutes == 1 else 's'}."
    assert response.json() == {"message": sentence, "code": "throttled"}


def test_tries_on_several_accounts_count_against_the_address(db):
    statuses = [guess(f"user{number}@example.com", 1)[0] for number in range(6)]

    assert statuses == [401] * 5 + [429]


def test_a_known_address_has_the_same_limit(visitor):
    assert post_sign_in("ana@example.com", address=GUESSER).status_code == 200

    assert guess("ana@example.com", 4) == [401, 401, 401, 429]
    assert post_sign_in("ana@example.com", address=GUESSER).status_code == 429
    assert post_sign_in("ana@example.com", address=ELSEWHERE).status_code == 200


def test_failures_on_ones_own_account_count_against_the_address(visitor, other_visitor):
    post_sign_in("ana@example.com", address=GUESSER)
    guess("ana@example.com", 3)
    guess("who@example.com", 2)

    assert post_sign_in("ben@example.com", address=GUESSER).status_code == 429


def test_the_right_password_of_a_deactivated_account_is_not_a_failure(db):
    gone = UserFactory(is_active=False)

    assert [post_sign_in(gone.email).status_code for _ in range(7)] == [403] * 7


def test_limits_reset_after_an_hour(visitor, monkeypatch):
    guess("ana@example.com", 4)
    later = timezone.now() + timedelta(seconds=WINDOW_SECONDS)

    monkeypatch.setattr(timezone, "now", lambda: later)

    assert guess("ana@example.com", 1) == [401]


def test_sign_in_places_are_hashed_and_deleted_after_half_a_year(visitor, monkeypatch):
    post_sign_in("ana@example.com", address=GUESSER)
    assert GUESSER not in SignInPlace.objects.get().place
    later = timezone.now() + timedelta(days=181)

    monkeypatch.setattr(timezone, "now", lambda: later)
    post_sign_in("ana@example.com", address=ELSEWHERE)

    assert SignInPlace.objects.get().seen_at == later


def test_new_addresses_get_fewer_tries_on_an_attacked_account(visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_everywhere": 4, "sign_in_new_address": 1}
    post_sign_in("ana@example.com", address=HERE)
    for number in range(4):
        guess("ana@example.com", 1, address=f"192.0.2.{number}")

    assert post_sign_in("ana@example.com", address="203.0.113.10").status_code == 200
    assert guess("ana@example.com", 2, address=ELSEWHERE) == [401, 429]
    assert guess("ben@example.com", 2, address=ELSEWHERE) == [401, 401]
    assert guess("ana@example.com", 4, address=HERE) == [401, 401, 401, 429], "its owner signed in from there"


@pytest.mark.django_db(transaction=True)
def test_concurrent_guesses_cannot_exceed_the_limit(monkeypatch):
    UserFactory(email="ana@example.com")
    guesses = 8
    monkeypatch.setattr(hashing, "slots", Slots(guesses))  # so that none is rejected

    answers = run_together(*[lambda: post_sign_in("ana@example.com", "guess", address=GUESSER)] * guesses)

    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [401] * 3 + [429] * 5
