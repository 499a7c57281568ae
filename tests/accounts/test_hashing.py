"""A process hashes one password at a time, and rejects requests when too many wait."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from accounts import hashing
from accounts.hashing import HashSlots
from charityshop.exceptions import Unavailable
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


def sign_in(password: str = PASSWORD):
    return signed_in().post("/api/users/auth", {"email": "ana@example.com", "password": password}, format="json")


@pytest.fixture
def one_slot(monkeypatch) -> HashSlots:
    """A single slot without waiting places, as under load."""
    slots = HashSlots(at_once=1, waiting=0)
    monkeypatch.setattr(hashing, "slots", slots)
    return slots


def test_sign_ins_over_the_hashing_limit_get_a_503_with_retry_after(visitor, one_slot):
    with one_slot.take():
        refused = sign_in()

    assert refused.status_code == 503
    assert int(refused["Retry-After"]) > 0
    assert refused.json() == {"message": "The shop is busy right now. Try again in a few seconds.", "code": "busy"}
    assert sign_in().status_code == 200


def test_a_sign_in_rejected_for_load_is_not_a_failure(visitor, one_slot, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 1, "sign_in_address": 1}
    with one_slot.take():
        assert [sign_in("guess").status_code for _ in range(3)] == [503] * 3

    assert sign_in("guess").status_code == 401
    assert sign_in("guess").status_code == 429


def test_a_sign_in_rejected_for_load_makes_no_query(visitor, one_slot, django_assert_num_queries):
    with one_slot.take(), django_assert_num_queries(0):
        assert sign_in().status_code == 503


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/api/users", {"email": "new@example.com", "firstName": "Ben", "password": PASSWORD}),
        ("put", "/api/users/change-password", {"currentPw": PASSWORD, "newPw": "another few random words"}),
        ("post", "/api/users/second-factor", {"currentPw": PASSWORD}),
    ],
)
def test_everything_that_hashes_a_password_takes_a_slot(method, path, body, db, one_slot):
    client = signed_in(UserFactory(is_staff=True))
    with one_slot.take():
        assert getattr(client, method)(path, body, format="json").status_code == 503

    assert getattr(client, method)(path, body, format="json").status_code in (200, 201)


def test_waiting_threads_get_a_slot_in_turn():
    slots = HashSlots(at_once=1, waiting=2)
    begun, may_end = Event(), Event()

    def hash_one() -> bool:
        try:
            with slots.take():
                begun.set()
                return may_end.wait(5)
        except Unavailable:
            may_end.set()  # the fourth thread: let the others continue
            return False

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(hash_one)
        assert begun.wait(20)
        others = [pool.submit(hash_one) for _ in range(3)]

        assert first.result(20)
        assert sorted(other.result(20) for other in others) == [False, True, True]
