"""Generated secrets have enough entropy and don't depend on a seeded generator; and how SECRET_KEY is replaced."""

import math
import random
from collections.abc import Callable

import pytest

from accounts import totp
from accounts.sessions import SessionStore
from accounts.tokens import link_token
from tests.conftest import signed_in
from tests.support.factories import PASSWORD


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


OLD, NEW = "the old key of the tests, long enough for them", "the new key of the tests, long enough for them"


def open_session(user):
    client = signed_in()
    client.post("/api/users/auth", {"email": user.email, "password": PASSWORD}, format="json")
    return client


@pytest.mark.parametrize(("fallbacks", "session", "link"), [([OLD], 200, 200), ([], 401, 400)])
def test_signatures_of_a_fallback_key_stay_valid(settings, visitor, fallbacks, session, link):
    settings.SECRET_KEY = OLD
    client, token = open_session(visitor), link_token(visitor)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, fallbacks

    assert client.get("/api/users/profile").status_code == session
    data = {"token": token, "newPw": "another few random words"}
    assert signed_in().post("/api/users/set-password", data, format="json").status_code == link
