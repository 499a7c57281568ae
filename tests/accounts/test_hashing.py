"""A process rejects requests when too many threads hash or wait to hash a password."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from accounts import hashing
from charityshop.exceptions import Unavailable
from charityshop.security.slots import Slots
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


def sign_in(password: str = PASSWORD):
    return signed_in().post("/api/users/auth", {"email": "ana@example.com", "password": password}, format="json")


@pytest.fixture
def one_slot(monkeypatch) -> Slots:
    """A single slot, so that one thread is a crowd."""
    slots = Slots(1)
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


def test_so_many_threads_may_hash_or_wait_and_no_more():
    slots = Slots(3)
    all_inside, may_leave = Barrier(4), Event()

    def hash_one() -> None:
        with slots.take():
            all_inside.wait(20)
            may_leave.wait(20)

    with ThreadPoolExecutor(3) as pool:
        inside = [pool.submit(hash_one) for _ in range(3)]
        all_inside.wait(20)
        with pytest.raises(Unavailable), slots.take():
            pass
        may_leave.set()
        for each in inside:
            each.result(20)
    slots.check()
