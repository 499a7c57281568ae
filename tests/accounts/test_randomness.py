"""What nobody may guess: how many possibilities there are, and that a seeded generator does not repeat them."""

import math
import random
from collections.abc import Callable

import pytest

from accounts import totp
from accounts.sessions import SessionStore


def session_key() -> str:
    store = SessionStore()
    store.create()
    return str(store.session_key)


def secret_of_a_recovery_code() -> str:
    """Without the first group, which is stored in clear to find the code by."""
    parts = totp.split_recovery_code(totp.new_recovery_code())
    assert parts is not None
    return parts[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("make", "bits"),
    [(session_key, 128), (totp.new_secret, 128), (secret_of_a_recovery_code, 20)],
    ids=["session key", "second factor's seed", "recovery code"],
)
def test_there_are_too_many_possibilities_to_guess(make: Callable[[], str], bits: int) -> None:
    made = [make() for _ in range(60)]

    letters = set("".join(made))
    assert len(set(made)) == len(made)
    assert min(map(len, made)) * math.log2(len(letters)) >= bits


@pytest.mark.django_db
@pytest.mark.parametrize("make", [session_key, totp.new_secret, totp.new_recovery_code])
def test_a_known_seed_repeats_nothing(make: Callable[[], str]) -> None:
    random.seed(7)
    before = make()
    random.seed(7)

    assert make() != before
