"""POST /api/users/logout-everywhere."""

from tests.conftest import signed_in

EVERYWHERE = "/api/users/logout-everywhere"


def profile_status(client) -> int:
    return client.get("/api/users/profile").status_code


def test_signing_out_everywhere_does_not_affect_other_users(as_visitor, as_other_visitor, visitor):
    as_visitor.post(EVERYWHERE)

    assert profile_status(as_other_visitor) == 200
    credentials = {"email": visitor.email, "password": "a few random words"}
    assert signed_in().post("/api/users/auth", credentials, format="json").status_code == 200
