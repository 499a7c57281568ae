"""PUT /api/users/change-password."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

NEW = "quite another phrase"


def change(client, **body):
    return client.put("/api/users/change-password", body, format="json")


def test_the_current_password_allows_a_new_one_and_all_sessions_end(as_visitor, visitor):
    other_device = signed_in(visitor)

    response = change(as_visitor, newPw=NEW, currentPw=PASSWORD)

    assert response.status_code == 200
    assert response.json() == {"message": "Password changed. Please sign in."}
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert other_device.get("/api/users/profile").status_code == 401
    visitor.refresh_from_db()
    assert visitor.check_password(NEW)


@pytest.mark.parametrize(
    ("current", "sentence"),
    [
        ({}, "Enter your current password."),
        ({"currentPw": "not the one"}, "That is not your current password."),
    ],
)
def test_a_wrong_current_password_changes_nothing(as_visitor, visitor, current, sentence):
    response = change(as_visitor, newPw=NEW, **current)

    assert response.status_code == 400
    assert response.json()["errors"] == {"currentPw": [sentence]}
    visitor.refresh_from_db()
    assert visitor.check_password(PASSWORD)
    assert as_visitor.get("/api/users/profile").status_code == 200


def test_guesses_of_the_current_password_are_throttled(as_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}

    statuses = [change(as_visitor, newPw=NEW, currentPw=f"guess {n}").status_code for n in range(3)]

    assert statuses == [400, 400, 429]
    assert change(as_visitor, newPw=NEW, currentPw=PASSWORD).status_code == 429


def test_a_required_reset_needs_no_current_password(db):
    flagged = UserFactory(requires_password_reset=True)
    client = signed_in(flagged)

    response = change(client, newPw=NEW)

    assert response.status_code == 200
    flagged.refresh_from_db()
    assert not flagged.requires_password_reset
    assert flagged.check_password(NEW)
    assert client.get("/api/users/profile").status_code == 401
