"""With the old key in SECRET_KEY_FALLBACKS, a new SECRET_KEY ends no sessions and invalidates no emailed links."""

import pytest

from accounts.tokens import link_token
from tests.charityshop.settings.test_settings import start
from tests.conftest import signed_in
from tests.support.factories import PASSWORD

__all__ = ["start"]

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


def test_fallback_keys_come_from_the_environment(start):
    script = "from charityshop import settings; print(settings.SECRET_KEY_FALLBACKS)"

    response = start(["-c", script], SECRET_KEY=NEW, SECRET_KEY_FALLBACKS="one,two")

    assert response.stdout.strip() == "['one', 'two']"
