"""PUT /api/users/change-password."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory

NEW = "quite another phrase"


def change(client, **body):
    return client.put("/api/users/change-password", body, format="json")


def test_changing_a_password_needs_a_sign_in(as_nobody):
    assert change(as_nobody, newPw=NEW).status_code == 401


def test_with_the_current_password_a_new_one_is_set_and_every_session_ends(as_visitor, visitor):
    other_device = signed_in(visitor)

    answer = change(as_visitor, newPw=NEW, currentPw=PASSWORD)

    assert answer.status_code == 200
    assert answer.json() == {"message": "Password changed. Please sign in."}
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert other_device.get("/api/users/profile").status_code == 401
    visitor.refresh_from_db()
    assert visitor.check_password(NEW)


@pytest.mark.parametrize(
    ("current", "sentence"),
    [
        ({}, "Enter your current password."),
        ({"currentPw": ""}, "Enter your current password."),
        ({"currentPw": None}, "Enter your current password."),
        ({"currentPw": "not the one"}, "That is not your current password."),
    ],
)
def test_without_the_current_password_nothing_changes(as_visitor, visitor, current, sentence):
    answer = change(as_visitor, newPw=NEW, **current)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"currentPw": [sentence]}
    visitor.refresh_from_db()
    assert visitor.check_password(PASSWORD)
    assert as_visitor.get("/api/users/profile").status_code == 200


def test_a_borrowed_session_cannot_search_for_the_current_password(as_visitor, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}

    statuses = [change(as_visitor, newPw=NEW, currentPw=f"guess {n}").status_code for n in range(3)]

    assert statuses == [400, 400, 429]
    assert change(as_visitor, newPw=NEW, currentPw=PASSWORD).status_code == 429


def test_while_flagged_a_new_password_alone_is_enough(db):
    flagged = UserFactory(requires_password_reset=True)
    client = signed_in(flagged)

    answer = change(client, newPw=NEW)

    assert answer.status_code == 200
    flagged.refresh_from_db()
    assert not flagged.requires_password_reset
    assert flagged.check_password(NEW)
    assert client.get("/api/users/profile").status_code == 401


def test_while_flagged_the_old_password_is_no_new_one(db):
    flagged = UserFactory(requires_password_reset=True)

    answer = change(signed_in(flagged), newPw=PASSWORD)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"newPw": ["Choose a password that you have not used here."]}
    flagged.refresh_from_db()
    assert flagged.requires_password_reset


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        ("seven77", "Use at least 8 characters."),
        ("", "Use at least 8 characters."),
        (None, "Use at least 8 characters."),
        ("password1", "This password is known from a breach elsewhere. Choose another one."),
        ("ana@example.com", "Choose a password that is less like your name or email address."),
    ],
)
def test_a_weak_password_is_refused_with_a_sentence(as_visitor, visitor, new, sentence):
    answer = change(as_visitor, newPw=new, currentPw=PASSWORD)

    assert answer.status_code == 400
    assert sentence in answer.json()["errors"]["newPw"]
    visitor.refresh_from_db()
    assert visitor.check_password(PASSWORD)
