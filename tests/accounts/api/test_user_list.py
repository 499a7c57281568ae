"""GET /api/users."""

import pytest

from tests.support.factories import UserFactory


def test_rows_contain_what_admins_need(as_admin, admin):
    gone = UserFactory(email="gone@example.com", last_name="", is_active=False)

    response = as_admin.get("/api/users").json()

    assert (response["page"], response["pages"], response["total"]) == (1, 1, 2)
    assert response["users"][1] == {
        "_id": gone.public_id,
        "firstName": "Ana",
        "lastName": "",
        "email": "gone@example.com",
        "isAdmin": False,
        "requiresPasswordReset": False,
        "isDeactivated": True,
    }


def test_the_list_is_paginated_and_ends_with_the_last_page(as_admin, settings):
    settings.PAGE_SIZE = 2
    UserFactory.create_batch(4)

    pages = [as_admin.get("/api/users", {"pageNumber": number}).json() for number in (1, 3, 99, "9" * 40)]

    assert [(page["page"], page["pages"], len(page["users"])) for page in pages] == [
        (1, 3, 2),
        (3, 3, 1),
        (3, 3, 1),
        (3, 3, 1),
    ]
    assert pages[1] == pages[2] == pages[3]


@pytest.fixture
def three(db):
    """Two more users besides the admin Sam Staff."""
    return [
        UserFactory(email="Zoe@example.com", first_name="bea", last_name="Ito"),
        UserFactory(email="adam@example.com", first_name="Cem", last_name="arslan"),
        UserFactory(email="mia@example.com", first_name="Abe", last_name="Bell"),
    ]


@pytest.mark.parametrize(
    ("field", "order", "expected"),
    [
        (None, None, ["staff", "Zoe", "adam", "mia"]),
        ("_id", "desc", ["mia", "adam", "Zoe", "staff"]),
        ("firstName", "asc", ["mia", "Zoe", "adam", "staff"]),
        ("lastName", "asc", ["adam", "mia", "Zoe", "staff"]),
        ("email", "asc", ["adam", "mia", "staff", "Zoe"]),
        ("isAdmin", "desc", ["staff", "mia", "adam", "Zoe"]),
    ],
)
def test_sorting_ignores_case(as_admin, three, field, order, expected):
    query = {name: value for name, value in (("sortField", field), ("sortOrder", order)) if value is not None}

    rows = as_admin.get("/api/users", query).json()["users"]

    assert [row["email"].split("@")[0] for row in rows] == expected


def test_a_longer_list_makes_no_more_queries(as_admin, django_assert_max_num_queries):
    UserFactory.create_batch(9)

    with django_assert_max_num_queries(4):
        as_admin.get("/api/users")


@pytest.mark.parametrize("keyword", ["BEN@", " be oka "])
def test_users_are_found_by_parts_of_their_names_and_addresses(as_admin, visitor, other_visitor, keyword):
    found = as_admin.get("/api/users", {"keyword": keyword}).json()

    assert [user["email"] for user in found["users"]] == ["ben@example.com"]
    assert found["total"] == 1
