"""Failed sign-ins are limited from every address, and guesses by others don't lock an account's owner out."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from accounts import hashing
from accounts.hashing import HashSlots
from accounts.models import SignInPlace
from charityshop.api.throttling import WINDOW_SECONDS
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

HERE, ELSEWHERE, GUESSER = "203.0.113.9", "198.51.100.7", "192.0.2.66"


@pytest.fixture(autouse=True)
def low_limits(settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 3, "sign_in_address": 5}


def sign_in(email: str, password: str = PASSWORD, *, address: str = HERE):
    client = signed_in()
    return client.post("/api/users/auth", {"email": email, "password": password}, format="json", REMOTE_ADDR=address)


def guess(email: str, times: int, *, address: str = GUESSER) -> list[int]:
    return [sign_in(email, f"guess {number}", address=address).status_code for number in range(times)]


def test_after_too_many_failures_on_one_account_the_address_has_to_wait(visitor):
    assert guess("ana@example.com", 3) == [401, 401, 401]

    answer = sign_in("ana@example.com", "guess", address=GUESSER)

    assert answer.status_code == 429
    wait = int(answer["Retry-After"])
    assert 0 < wait <= WINDOW_SECONDS
    minutes = -(-wait // 60)
    assert answer.json() == {
        "message": f"Too many tries. Wait {minutes} minute{'' if minutes == 1 else 's'}.",
        "code": "throttled",
    }


def test_while_an_address_waits_even_the_right_password_tells_it_nothing(visitor):
    guess("ana@example.com", 3)

    assert sign_in("ana@example.com", PASSWORD, address=GUESSER).status_code == 429


def test_the_case_of_the_email_address_gives_no_further_tries(visitor):
    guess("ana@example.com", 2)

    assert guess("ANA@example.com", 2) == [401, 429]


def test_an_unknown_account_runs_into_the_same_limit(db):
    assert guess("who@example.com", 4) == [401, 401, 401, 429]


def test_trying_one_account_after_the_other_runs_into_the_limit_of_the_address(db):
    statuses = [guess(f"person{number}@example.com", 1)[0] for number in range(6)]

    assert statuses == [401] * 5 + [429]


def test_the_right_password_from_elsewhere_still_works(visitor):
    guess("ana@example.com", 6)

    assert sign_in("ana@example.com", address=ELSEWHERE).status_code == 200


def test_an_address_that_signed_in_before_has_the_same_limit_and_the_owner_comes_in_from_elsewhere(visitor):
    assert sign_in("ana@example.com", address=GUESSER).status_code == 200

    assert guess("ana@example.com", 4) == [401, 401, 401, 429]
    assert sign_in("ana@example.com", address=GUESSER).status_code == 429
    assert sign_in("ana@example.com", address=ELSEWHERE).status_code == 200


def test_signing_in_to_an_account_of_ones_own_gives_no_further_tries(visitor, other_visitor):
    statuses = []
    for _ in range(4):
        assert sign_in("ben@example.com", address=GUESSER).status_code == 200
        statuses += guess("ana@example.com", 1)

    assert statuses == [401, 401, 401, 429]


def test_failures_on_an_own_account_count_against_other_accounts_too(visitor, other_visitor):
    sign_in("ana@example.com", address=GUESSER)
    guess("ana@example.com", 3)
    guess("who@example.com", 2)

    assert sign_in("ben@example.com", address=GUESSER).status_code == 429


def test_only_failures_count(db):
    people = [UserFactory() for _ in range(8)]

    assert [sign_in(person.email).status_code for person in people] == [200] * 8
    assert guess("who@example.com", 3, address=HERE) == [401] * 3


def test_a_switched_off_account_with_its_right_password_is_no_failure(db):
    gone = UserFactory(is_active=False)

    assert [sign_in(gone.email).status_code for _ in range(7)] == [403] * 7


def test_refused_tries_do_not_use_up_the_limit_of_the_address(visitor, other_visitor):
    assert guess("ana@example.com", 10)[3:] == [429] * 7

    assert sign_in("ben@example.com", address=GUESSER).status_code == 200


def test_one_ipv6_customer_is_one_address(visitor):
    statuses = [guess("ana@example.com", 1, address=f"2001:db8:1:2::{number}")[0] for number in range(4)]

    assert statuses == [401, 401, 401, 429]
    assert sign_in("ana@example.com", address="2001:db8:1:3::1").status_code == 200


def test_the_next_hour_starts_afresh(visitor, monkeypatch):
    guess("ana@example.com", 4)
    later = timezone.now() + timedelta(seconds=WINDOW_SECONDS)

    monkeypatch.setattr(timezone, "now", lambda: later)

    assert guess("ana@example.com", 1) == [401]


def test_places_are_kept_as_hashes_and_for_half_a_year(visitor, monkeypatch):
    sign_in("ana@example.com", address=GUESSER)
    assert GUESSER not in SignInPlace.objects.get().place
    later = timezone.now() + timedelta(days=181)

    monkeypatch.setattr(timezone, "now", lambda: later)
    sign_in("ana@example.com", address=ELSEWHERE)

    assert SignInPlace.objects.get().seen_at == later


def test_an_account_that_is_guessed_from_everywhere_gives_each_new_address_fewer_tries(visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_everywhere": 4, "sign_in_new_address": 1}
    sign_in("ana@example.com", address=HERE)
    for number in range(4):
        guess("ana@example.com", 1, address=f"192.0.2.{number}")

    assert guess("ana@example.com", 2, address=ELSEWHERE) == [401, 429]
    assert guess("ben@example.com", 2, address=ELSEWHERE) == [401, 401]
    assert guess("ana@example.com", 4, address=HERE) == [401, 401, 401, 429], "its owner signed in from there"


def test_an_account_that_is_guessed_from_everywhere_opens_to_its_owner_at_an_address_of_their_own(visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_everywhere": 4, "sign_in_new_address": 1}

    for number in range(30):
        guess("ana@example.com", 1, address=f"192.0.2.{number}")

    assert sign_in("ana@example.com", address=ELSEWHERE).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_many_guesses_at_once_get_no_further_than_the_limit(monkeypatch):
    UserFactory(email="ana@example.com")
    guesses = 8
    monkeypatch.setattr(hashing, "slots", HashSlots(at_once=1, waiting=guesses))  # nobody is told to come back later
    together = Barrier(guesses)

    def run(number: int) -> int:
        try:
            together.wait(timeout=20)
            return int(sign_in("ana@example.com", f"guess {number}", address=GUESSER).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(guesses) as pool:
        statuses = sorted(pool.map(run, range(guesses)))

    assert statuses == [401] * 3 + [429] * 5
