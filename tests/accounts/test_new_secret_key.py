"""SECRET_KEY is replaced: with the old one in SECRET_KEY_FALLBACKS, nobody is signed out and no mailed link dies."""

import pytest

from accounts.tokens import link_token
from tests.charityshop.settings.test_settings import start
from tests.conftest import signed_in
from tests.support.factories import PASSWORD

__all__ = ["start"]

OLD, NEW = "the old key of the tests, long enough for them", "the new key of the tests, long enough for them"


def open_session(person):
    client = signed_in()
    client.post("/api/users/auth", {"email": person.email, "password": PASSWORD}, format="json")
    return client


@pytest.mark.parametrize(("fallbacks", "session", "link"), [([OLD], 200, 200), ([], 401, 400)])
def test_the_old_key_still_counts_while_it_is_a_fallback(settings, visitor, fallbacks, session, link):
    settings.SECRET_KEY = OLD
    client, token = open_session(visitor), link_token(visitor)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, fallbacks

    assert client.get("/api/users/profile").status_code == session
    asked = {"token": token, "newPw": "another few random words"}
    assert signed_in().post("/api/users/set-password", asked, format="json").status_code == link


def test_the_environment_names_the_old_keys(start):
    script = "from charityshop import settings; print(settings.SECRET_KEY_FALLBACKS)"

    answer = start(["-c", script], SECRET_KEY=NEW, SECRET_KEY_FALLBACKS="one,two")

    assert answer.stdout.strip() == "['one', 'two']"
