"""GET and PUT /api/users/profile."""

import pytest

from tests.support.messages import delivered


def change(client, **body):
    return client.put("/api/users/profile", body, format="json")


@pytest.mark.parametrize("slash", ["", "/"])
def test_users_read_their_own_profile(as_visitor, visitor, slash):
    response = as_visitor.get(f"/api/users/profile{slash}")

    assert response.status_code == 200
    assert response.json() == {
        "_id": visitor.public_id,
        "firstName": "Ana",
        "lastName": "Diaz",
        "email": "ana@example.com",
        "isAdmin": False,
        "requiresPasswordReset": False,
    }


def test_omitted_fields_keep_their_values(as_visitor, visitor):
    response = change(as_visitor, firstName="Anna")

    assert response.status_code == 200
    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.last_name, visitor.email) == ("Anna", "Diaz", "ana@example.com")
    assert response.json()["firstName"] == "Anna"


def test_reminders_are_turned_off_and_on_again(as_visitor, visitor):
    assert change(as_visitor, reminders=False).json()["reminders"] is False
    assert as_visitor.get("/api/users/profile").json()["reminders"] is False

    response = change(as_visitor, reminders=True)

    assert response.status_code == 200
    assert "reminders" not in response.json()  # only named while they are off
    visitor.refresh_from_db()
    assert visitor.reminders


def test_a_new_email_address_is_reported_to_the_old_one(as_visitor):
    response = change(as_visitor, email="Ana.Diaz@Example.com")

    assert response.json()["email"] == "Ana.Diaz@example.com"
    (email,) = delivered()
    assert email.to == ["ana@example.com"]
    assert "email address was changed" in email.subject
    assert "If this was not you" in email.body


def test_the_case_of_ones_own_address_can_be_changed(as_visitor):
    assert change(as_visitor, email="ANA@example.com").status_code == 200


def test_another_users_address_is_a_field_error(as_visitor, other_visitor, visitor):
    response = change(as_visitor, email="BEN@example.com", firstName="Changed")

    assert response.status_code == 409
    assert response.json()["errors"] == {"email": ["Another account uses this email address."]}
    visitor.refresh_from_db()
    assert (visitor.email, visitor.first_name) == ("ana@example.com", "Ana")
