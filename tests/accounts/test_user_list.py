"""GET /api/users."""

import pytest

from tests.conftest import signed_in
from tests.support.factories import UserFactory


def test_the_list_is_for_admins(as_nobody, as_visitor, as_admin):
    flagged = signed_in(UserFactory(is_staff=True, requires_password_reset=True))

    assert as_nobody.get("/api/users").status_code == 401
    assert as_visitor.get("/api/users").status_code == 403
    assert as_visitor.get("/api/users").json()["message"] == "That is for staff."
    assert as_admin.get("/api/users/").status_code == 200
    assert flagged.get("/api/users").json()["code"] == "password_reset_required"


def test_a_row_says_everything_an_admin_needs(as_admin, admin):
    gone = UserFactory(email="gone@example.com", last_name="", is_active=False)

    answer = as_admin.get("/api/users").json()

    assert (answer["page"], answer["pages"], answer["total"]) == (1, 1, 2)
    assert answer["users"][1] == {
        "_id": gone.public_id,
        "firstName": "Ana",
        "lastName": "",
        "email": "gone@example.com",
        "isAdmin": False,
        "requiresPasswordReset": False,
        "isDeactivated": True,
    }


def test_the_list_comes_in_pages_and_past_the_end_is_the_last(as_admin, settings):
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


@pytest.mark.parametrize("number", ["0", "000", "-1", "+1", "abc", "1.5", "²", "1 OR 1=1"])
def test_a_page_number_has_to_be_a_whole_number_from_1(as_admin, number):
    answer = as_admin.get("/api/users", {"pageNumber": number})

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert answer.json()["code"] == "invalid"


@pytest.fixture
def three(db):
    """Beside the admin Sam Staff, who was there first."""
    return [
        UserFactory(email="Zoe@example.com", first_name="bea", last_name="Ito"),
        UserFactory(email="adam@example.com", first_name="Cem", last_name="arslan"),
        UserFactory(email="mia@example.com", first_name="Abe", last_name="Bell"),
    ]


@pytest.mark.parametrize(
    ("field", "order", "expected"),
    [
        (None, None, ["staff", "Zoe", "adam", "mia"]),
        ("", "", ["staff", "Zoe", "adam", "mia"]),
        ("_id", "desc", ["mia", "adam", "Zoe", "staff"]),
        ("firstName", "asc", ["mia", "Zoe", "adam", "staff"]),
        ("lastName", "asc", ["adam", "mia", "Zoe", "staff"]),
        ("email", "asc", ["adam", "mia", "staff", "Zoe"]),
        ("email", "desc", ["Zoe", "staff", "mia", "adam"]),
        ("isAdmin", "desc", ["staff", "mia", "adam", "Zoe"]),
    ],
)
def test_sorting_goes_by_the_field_asked_for_in_lower_case(as_admin, three, field, order, expected):
    query = {name: value for name, value in (("sortField", field), ("sortOrder", order)) if value is not None}

    rows = as_admin.get("/api/users", query).json()["users"]

    assert [row["email"].split("@")[0] for row in rows] == expected


@pytest.mark.parametrize("query", [{"sortField": "password"}, {"sortField": "is_staff"}, {"sortOrder": "up"}])
def test_other_fields_and_orders_are_refused(as_admin, query):
    answer = as_admin.get("/api/users", query)

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == list(query)


def test_a_longer_list_asks_the_database_no_more_often(as_admin, django_assert_max_num_queries):
    UserFactory.create_batch(9)

    with django_assert_max_num_queries(4):
        as_admin.get("/api/users")


@pytest.mark.parametrize("words", ["okafor", "BEN@", "be oka", "  Ben  "])
def test_people_are_found_by_parts_of_their_names_and_addresses(as_admin, visitor, other_visitor, words):
    found = as_admin.get("/api/users", {"keyword": words}).json()

    assert [person["email"] for person in found["users"]] == ["ben@example.com"]
    assert found["total"] == 1


def test_people_are_found_by_their_id_and_an_empty_keyword_finds_all(as_admin, visitor, other_visitor):
    by_id = as_admin.get("/api/users", {"keyword": visitor.public_id.upper()}).json()

    assert [person["_id"] for person in by_id["users"]] == [visitor.public_id]
    assert as_admin.get("/api/users", {"keyword": ""}).json()["total"] == 3
    assert as_admin.get("/api/users", {"keyword": "nobody at all"}).json()["users"] == []
    assert as_admin.get("/api/users", {"keyword": "\x00"}).status_code == 400
