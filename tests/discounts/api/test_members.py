"""Staff list, search, add, end and unlink single members."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from charityshop.audit import entries_about
from discounts.models import Membership
from tests.support.factories import MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
NINA = {"number": "M-9", "email": "nina@example.com", "validUntil": "2099-12-31"}


def list_numbers(client: Any, query: str = "") -> list[str]:
    return [row["number"] for row in client.get(f"/api/members{query}").json()["members"]]


def post_member(client: Any, **fields: Any) -> Any:
    return client.post("/api/members", NINA | fields, format="json")


def act(client: Any, action: str, number: str) -> Any:
    return client.post(f"/api/members/{action}", {"number": number}, format="json")


# --- List ------------------------------------------------------------------------------------------------------------


def test_a_row_says_number_address_last_day_and_account(as_admin):
    user = UserFactory(first_name="Ana", last_name="Diaz", email="ana@example.com")
    linked = MembershipFactory(number="M-1", user=user)
    free = MembershipFactory(number="M-2", email="ben@example.com")

    shown = as_admin.get("/api/members").json()

    account = {"_id": user.public_id, "firstName": "Ana", "lastName": "Diaz", "email": "ana@example.com"}
    assert shown == {
        "members": [
            {"number": "M-1", "email": "ana@example.com", "validFrom": f"{linked.valid_from}",
             "validUntil": f"{linked.valid_until}", "user": account},
            {"number": "M-2", "email": "ben@example.com", "validFrom": f"{free.valid_from}",
             "validUntil": f"{free.valid_until}", "user": None},
        ],
        "page": 1, "pages": 1, "total": 2,
    }  # fmt: skip


@pytest.mark.parametrize("keyword", ["m-17", "EVA@", "eva", "strøm", "eva%20m-17", "%E2%80%9317"])
def test_a_member_is_found_by_parts_of_number_address_and_name(as_admin, keyword):
    user = UserFactory(first_name="Eva", last_name="Strøm", email="eva@example.com")
    MembershipFactory(number="M-17", user=user)
    MembershipFactory(number="M-2", user=UserFactory(first_name="Bo", last_name="Lee", email="bo@example.com"))

    assert list_numbers(as_admin, f"?keyword={keyword}") == ["M-17"]


def test_the_list_takes_a_fixed_number_of_queries(as_admin, django_assert_num_queries):
    for _ in range(5):
        MembershipFactory(user=UserFactory())

    with django_assert_num_queries(4):  # session, user, number, members with accounts
        assert len(list_numbers(as_admin)) == 5


# --- Add -------------------------------------------------------------------------------------------------------------


def test_a_member_is_added_from_today_on(as_admin, admin):
    answer = post_member(as_admin, email="Nina@Example.com")

    today = timezone.localdate()
    added = NINA | {"validFrom": f"{today}", "user": None}
    assert (answer.status_code, answer.json()) == (201, added)
    member = Membership.objects.get()
    assert (member.email, member.valid_from, member.valid_until) == ("nina@example.com", today, date(2099, 12, 31))
    entry = entries_about(member).get()
    assert (entry.additional_data["did"], entry.actor, "email" in entry.changes) == ("member added", admin, False)


@pytest.mark.parametrize("number", ["M-9", "m-9", "Ｍ-9"])
def test_a_number_is_given_once_in_any_case(as_admin, number):
    MembershipFactory(number="M-9")

    answer = post_member(as_admin, number=number)

    assert (answer.status_code, answer.json()["code"], list(answer.json()["errors"])) == (
        409,
        "number_taken",
        ["number"],
    )
    assert Membership.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", ""),
        ("number", "=1+1"),
        ("number", "9" * 33),
        ("email", ""),
        ("email", "nina"),
        ("validUntil", ""),
        ("validUntil", "soon"),
        ("validUntil", "9999-12-31"),
        ("validUntil", "2020-12-31"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field(as_admin, field, value):
    answer = post_member(as_admin, **{field: value})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Membership.objects.exists()


# --- End and unlink --------------------------------------------------------------------------------------------------


def test_an_ended_membership_ended_yesterday_and_keeps_its_account(as_admin, admin, visitor):
    member = MembershipFactory(number="M-1", user=visitor)
    last = member.valid_until

    answer = act(as_admin, "end", "M-1")

    yesterday = timezone.localdate() - timedelta(days=1)
    assert (answer.status_code, answer.json()["validUntil"]) == (200, f"{yesterday}")
    member.refresh_from_db()
    assert (member.valid_until, member.user) == (yesterday, visitor)
    entry = entries_about(member).get()
    assert (entry.additional_data["did"], entry.actor) == ("membership ended", admin)
    assert entry.changes == {"valid_until": [f"{last}", f"{yesterday}"]}


def test_an_unlinked_membership_can_be_linked_again(as_admin, admin, as_visitor, visitor):
    MembershipFactory(number="M-1", user=visitor)

    answer = act(as_admin, "unlink", "M-1")

    assert (answer.status_code, answer.json()["user"], answer.json()["email"]) == (200, None, visitor.email)
    assert as_visitor.get("/api/users/profile/membership").json() == {"membership": None}
    entry = entries_about(visitor).get(additional_data__did="membership unlinked")
    assert entry.actor == admin
    linked = as_visitor.post("/api/users/profile/membership", {"number": "M-1"}, format="json")
    assert linked.status_code == 200


def test_only_staff_see_and_change_members(as_visitor, as_anonymous):
    MembershipFactory(number="M-1")
    for client, status in ((as_visitor, 403), (as_anonymous, 401)):
        assert client.get("/api/members").status_code == status
        assert post_member(client).status_code == status
        assert {act(client, action, "M-1").status_code for action in ("end", "unlink")} == {status}
