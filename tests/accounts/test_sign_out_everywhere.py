"""POST /api/users/logout-everywhere."""

from accounts.models import User
from tests.conftest import signed_in

EVERYWHERE = "/api/users/logout-everywhere"


def who_am_i(client) -> int:
    return client.get("/api/users/profile").status_code


def test_it_ends_every_session_this_one_too(as_visitor, visitor):
    at_home, at_work = signed_in(visitor), signed_in(visitor)

    answer = at_home.post(EVERYWHERE)

    assert (answer.status_code, answer.json()) == (200, {"message": "Signed out everywhere."})
    assert [who_am_i(client) for client in (at_home, at_work, as_visitor)] == [401, 401, 401]


def test_it_signs_out_nobody_else_and_one_can_sign_in_again(as_visitor, as_other_visitor, visitor):
    as_visitor.post(EVERYWHERE)

    assert who_am_i(as_other_visitor) == 200
    credentials = {"email": visitor.email, "password": "a few random words"}
    assert signed_in().post("/api/users/auth", credentials, format="json").status_code == 200


def test_it_works_while_a_new_password_is_due(as_visitor, visitor):
    User.objects.update(requires_password_reset=True)

    assert as_visitor.post(EVERYWHERE).status_code == 200


def test_somebody_signed_out_has_nothing_to_end(as_nobody):
    assert as_nobody.post(EVERYWHERE).status_code == 401
