"""GET and PUT /api/users/profile."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import UserFactory
from tests.support.messages import delivered


def change(client, **body):
    return client.put("/api/users/profile", body, format="json")


def test_a_profile_needs_a_sign_in(as_nobody):
    for answer in (as_nobody.get("/api/users/profile"), change(as_nobody, firstName="X")):
        assert answer.status_code == 401
        assert answer.json() == {"message": "Please sign in.", "code": "not_signed_in"}


@pytest.mark.parametrize("slash", ["", "/"])
def test_everybody_reads_their_own_profile(as_visitor, visitor, slash):
    answer = as_visitor.get(f"/api/users/profile{slash}")

    assert answer.status_code == 200
    assert answer.json() == {
        "_id": visitor.public_id,
        "firstName": "Ana",
        "lastName": "Diaz",
        "email": "ana@example.com",
        "isAdmin": False,
        "requiresPasswordReset": False,
    }


def test_fields_left_out_keep_their_value(as_visitor, visitor):
    answer = change(as_visitor, firstName="Anna")

    assert answer.status_code == 200
    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.last_name, visitor.email) == ("Anna", "Diaz", "ana@example.com")
    assert answer.json()["firstName"] == "Anna"


def test_a_last_name_can_be_taken_away(as_visitor):
    assert change(as_visitor, lastName="").json()["lastName"] == ""
    assert change(as_visitor, lastName=None).json()["lastName"] == ""


def test_an_empty_body_changes_nothing(as_visitor):
    assert change(as_visitor).json() == as_visitor.get("/api/users/profile").json()


def test_a_new_email_address_holds_at_once_and_the_old_one_is_told(as_visitor):
    answer = change(as_visitor, email="Ana.Diaz@Example.com")

    assert answer.json()["email"] == "Ana.Diaz@example.com"
    (letter,) = delivered()
    assert letter.to == ["ana@example.com"]
    assert "email address was changed" in letter.subject
    assert "If this was not you" in letter.body


def test_changing_only_the_case_of_ones_own_address_is_no_clash(as_visitor):
    assert change(as_visitor, email="ANA@example.com").status_code == 200


def test_somebody_elses_address_is_refused_on_its_field(as_visitor, other_visitor, visitor):
    answer = change(as_visitor, email="BEN@example.com", firstName="Changed")

    assert answer.status_code == 409
    assert answer.json()["errors"] == {"email": ["Another account uses this email address."]}
    visitor.refresh_from_db()
    assert (visitor.email, visitor.first_name) == ("ana@example.com", "Ana")


def test_a_wrong_field_is_named_with_a_sentence(as_visitor):
    answer = change(as_visitor, email="nowhere", firstName="")

    assert answer.status_code == 400
    assert answer.json()["errors"] == {
        "email": ["Enter an email like name@example.com."],
        "firstName": ["Enter your first name."],
    }


def test_a_profile_gives_no_rights_away(as_visitor, visitor):
    change(as_visitor, isAdmin=True, isDeactivated=True, requiresPasswordReset=True, password="not like this")

    visitor.refresh_from_db()
    assert not visitor.is_staff
    assert visitor.is_active
    assert not visitor.requires_password_reset
    assert visitor.check_password("a few random words")


def test_a_profile_can_be_read_and_changed_while_a_new_password_is_due(db):
    client = signed_in(UserFactory(requires_password_reset=True))

    assert client.get("/api/users/profile").json()["requiresPasswordReset"] is True
    assert change(client, firstName="Anna").status_code == 200
