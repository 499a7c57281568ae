"""Profiles, and users as staff see them."""

import pytest

from tests.accounts.factors import NO_RIGHTS
from tests.conftest import signed_in
from tests.support.factories import UserFactory


def change(client, **body):
    return client.put("/api/users/profile", body, format="json")


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


def test_the_case_of_ones_own_address_can_be_changed(as_visitor):
    assert change(as_visitor, email="ANA@example.com").status_code == 200


def test_another_users_address_is_a_field_error(as_visitor, other_visitor, visitor):
    response = change(as_visitor, email="BEN@example.com", firstName="Changed")

    assert response.status_code == 409
    assert response.json()["errors"] == {"email": ["Another account uses this email address."]}
    visitor.refresh_from_db()
    assert (visitor.email, visitor.first_name) == ("ana@example.com", "Ana")


def url(user) -> str:
    return f"/api/users/{user.public_id}"


@pytest.mark.parametrize("place", ["shop", "console"])
def test_a_demoted_operator_who_becomes_an_admin_again_is_not_an_operator(db, place):
    operator, colleague = (UserFactory(is_staff=True, is_superuser=True) for _ in range(2))
    as_operator = signed_in(colleague)

    if place == "shop":
        as_operator.put(url(operator), {"isAdmin": False}, format="json")
    else:
        form = {"email": operator.email, "first_name": "Olu", "is_active": "on", "is_superuser": "on"}
        as_operator.post(f"/admin-console/accounts/user/{operator.pk}/change/", form)
    as_operator.put(url(operator), {"isAdmin": True}, format="json")

    operator.refresh_from_db()
    assert (operator.is_staff, operator.is_superuser) == (True, False)


def test_rows_contain_what_admins_need(as_admin, admin):
    gone = UserFactory(email="gone@example.com", last_name="", is_active=False)

    response = as_admin.get("/api/users").json()

    assert (response["page"], response["pages"], response["total"]) == (1, 1, 2)
    named = {"firstName": "Ana", "lastName": "", "email": "gone@example.com"}
    shown = {"_id": gone.public_id, "isDeactivated": True, "digest": gone.digest} | named | NO_RIGHTS
    assert response["users"][1] == shown


def test_the_list_is_paginated_and_ends_with_the_last_page(as_admin, settings):
    settings.PAGE_SIZE = 2
    UserFactory.create_batch(4)

    first, *last = (as_admin.get("/api/users", {"pageNumber": number}).json() for number in (1, 3, 99, "9" * 40))

    assert (first["page"], first["pages"], len(first["users"])) == (1, 3, 2)
    assert (last[0]["page"], last[0]["pages"], len(last[0]["users"])) == (3, 3, 1)
    assert last == [last[0]] * 3


@pytest.mark.parametrize("keyword", ["BEN@", " be oka "])
def test_users_are_found_by_parts_of_their_names_and_addresses(as_admin, visitor, other_visitor, keyword):
    found = as_admin.get("/api/users", {"keyword": keyword}).json()

    assert [user["email"] for user in found["users"]] == ["ben@example.com"]
    assert found["total"] == 1
