"""Generated secrets have enough entropy and don't depend on a seeded generator."""

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
    """Return a code without its first group, which is the lookup key and not secret."""
    parts = totp.split_recovery_code(totp.new_recovery_code())
    assert parts is not None
    return parts[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("make", "bits"),
    [(session_key, 128), (totp.new_secret, 128), (secret_of_a_recovery_code, 20)],
    ids=["session key", "second factor's seed", "recovery code"],
)
def test_secrets_have_enough_entropy(make: Callable[[], str], bits: int) -> None:
    generated = [make() for _ in range(60)]

    characters = set("".join(generated))
    assert len(set(generated)) == len(generated)
    assert min(map(len, generated)) * math.log2(len(characters)) >= bits


@pytest.mark.django_db
@pytest.mark.parametrize("make", [session_key, totp.new_secret, totp.new_recovery_code])
def test_secrets_do_not_depend_on_the_random_seed(make: Callable[[], str]) -> None:
    random.seed(7)
    before = make()
    random.seed(7)

    assert make() != before
