"""POST /api/users/logout-everywhere."""

from accounts.models import User
from tests.conftest import signed_in

EVERYWHERE = "/api/users/logout-everywhere"


def profile_status(client) -> int:
    return client.get("/api/users/profile").status_code


def test_signing_out_everywhere_ends_all_sessions(as_visitor, visitor):
    at_home, at_work = signed_in(visitor), signed_in(visitor)

    response = at_home.post(EVERYWHERE)

    assert (response.status_code, response.json()) == (200, {"message": "Signed out everywhere."})
    assert [profile_status(client) for client in (at_home, at_work, as_visitor)] == [401, 401, 401]


def test_signing_out_everywhere_does_not_affect_other_users(as_visitor, as_other_visitor, visitor):
    as_visitor.post(EVERYWHERE)

    assert profile_status(as_other_visitor) == 200
    credentials = {"email": visitor.email, "password": "a few random words"}
    assert signed_in().post("/api/users/auth", credentials, format="json").status_code == 200


def test_signing_out_everywhere_works_while_a_reset_is_required(as_visitor, visitor):
    User.objects.update(requires_password_reset=True)

    assert as_visitor.post(EVERYWHERE).status_code == 200


def test_signing_out_everywhere_requires_a_sign_in(as_anonymous):
    assert as_anonymous.post(EVERYWHERE).status_code == 401
