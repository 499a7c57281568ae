"""Staff list, search, add, end and unlink single members."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from charityshop.audit import entries_about
from discounts.api.serializers import MemberAccountSerializer
from discounts.models import Membership
from discounts.selectors import find_membership, get_linked_membership
from tests.conftest import signed_in
from tests.support.factories import MembershipFactory, UserFactory

NINA = {"number": "M-9", "email": "nina@example.com", "validUntil": "2099-12-31"}


def post_member(client: Any, **fields: Any) -> Any:
    return client.post("/api/members", NINA | fields, format="json")


def act(client: Any, action: str, number: str) -> Any:
    return client.post(f"/api/members/{action}", {"number": number}, format="json")


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

    found = as_admin.get(f"/api/members?keyword={keyword}").json()["members"]

    assert [member["number"] for member in found] == ["M-17"]


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

    assert (answer.status_code, answer.json()["code"]) == (409, "number_taken")
    assert list(answer.json()["errors"]) == ["number"]
    assert Membership.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("number", number) for number in ("", "=1+1", "9" * 33)),
        *(("email", address) for address in ("", "nina")),
        *(("validUntil", day) for day in ("", "soon", "9999-12-31", "2020-12-31")),
    ],
)
def test_what_does_not_fit_is_refused_with_its_field(as_admin, field, value):
    answer = post_member(as_admin, **{field: value})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Membership.objects.exists()


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


HEADER = "number,email,valid_until\n"
LIST = f"{HEADER}M-1,ana@example.com,2099-12-31\nM-2,Ben@Example.com,2099-12-31\n"
NOTHING = {"added": 0, "changed": 0, "unlinked": [], "missing": 0, "errors": []}


def post_list(client: Any, csv: str = LIST, **more: Any) -> Any:
    return client.post("/api/members/import", {"csv": csv, **more}, format="json")


def import_list(client: Any, csv: str = LIST, **more: Any) -> Any:
    """Import a list as the page does: with the digest of its preview."""
    preview = post_list(client, csv, **more)
    assert preview.status_code == 200, preview.content
    return post_list(client, csv, digest=preview.json()["digest"], **more)


def read_members() -> dict[str, tuple[str, date]]:
    return {row.number: (row.email, row.valid_until) for row in Membership.objects.all()}


def test_a_preview_counts_what_would_change_and_stores_nothing(as_admin):
    MembershipFactory(number="M-1", email="old@example.com")
    MembershipFactory(number="M-3")
    MembershipFactory(number="M-4", valid_from=date(2020, 1, 1), valid_until=date(2020, 12, 31))
    before = read_members()

    answer = post_list(as_admin)

    assert answer.status_code == 200
    digest = answer.json()["digest"]
    assert len(digest) == 64
    assert answer.json() == NOTHING | {"added": 1, "changed": 1, "missing": 1, "digest": digest}
    assert read_members() == before


def test_with_the_previews_digest_the_list_is_imported(as_admin):
    MembershipFactory(number="M-1", email="old@example.com")
    MembershipFactory(number="M-3", email="cara@example.com", valid_until=date(2099, 1, 1))

    answer = import_list(as_admin)

    assert answer.status_code == 200
    assert answer.json() | {"digest": ""} == NOTHING | {"added": 1, "changed": 1, "missing": 1, "digest": ""}
    assert read_members() == {
        "M-1": ("ana@example.com", date(2099, 12, 31)),
        "M-2": ("ben@example.com", date(2099, 12, 31)),
        "M-3": ("cara@example.com", date(2099, 1, 1)),
    }
    again = post_list(as_admin, LIST.lower()).json()
    assert again | {"digest": ""} == NOTHING | {"missing": 1, "digest": ""}


@pytest.mark.parametrize("ended", [False, True])
def test_a_number_that_the_list_gives_to_somebody_else_leaves_its_account_as_the_preview_says(
    as_admin, admin, as_visitor, visitor, ended
):
    member = MembershipFactory(number="M-1", user=visitor)
    if ended:
        act(as_admin, "end", "M-1")
    ben = UserFactory(email="ben@example.com")
    given = f"{HEADER}m-1,Ben@Example.com,2099-12-31\n"
    lost = [{"number": "M-1", "user": MemberAccountSerializer(visitor).data}]

    assert post_list(as_admin, given).json()["unlinked"] == lost
    assert get_linked_membership(visitor) == member
    assert import_list(as_admin, given).json()["unlinked"] == lost

    assert get_linked_membership(visitor) is None
    assert entries_about(visitor).get(additional_data__did="membership unlinked").actor == admin
    link = "/api/users/profile/membership", {"number": "M-1"}
    assert as_visitor.post(*link, format="json").json()["code"] == "membership_unknown"
    assert signed_in(ben).post(*link, format="json").status_code == 200
    assert post_list(as_admin, given).json() | {"digest": ""} == NOTHING | {"digest": ""}


@pytest.mark.parametrize("email", ["ANA@example.com", "ana@exam\u200bple.com", "old@example.com"])
def test_a_number_stays_with_its_account_if_the_list_has_the_address_of_either(as_admin, visitor, email):
    """The account had the list's old address when it was linked, and has another one since."""
    member = MembershipFactory(number="M-1", email="old@example.com", user=visitor)

    assert import_list(as_admin, f"{HEADER}M-1,{email},2099-12-30\n").json()["unlinked"] == []

    assert get_linked_membership(visitor) == member


def test_an_account_that_is_linked_after_the_preview_loses_nothing_unseen(as_admin, visitor):
    member = MembershipFactory(number="M-1", email=visitor.email)
    given = f"{HEADER}M-1,ben@example.com,2099-12-31\n"
    digest = post_list(as_admin, given).json()["digest"]
    Membership.objects.update(user=visitor)

    assert post_list(as_admin, given, digest=digest).json()["code"] == "changed"

    assert get_linked_membership(visitor) == member


def test_missing_members_stay_unless_they_are_ended_and_then_end_at_once(as_admin, visitor):
    member = MembershipFactory(number="M-3", user=visitor)
    fresh = MembershipFactory(number="M-4", valid_from=timezone.localdate())
    ended = MembershipFactory(number="M-5", valid_from=date(2020, 1, 1), valid_until=date(2020, 12, 31))

    assert import_list(as_admin).json()["missing"] == 2
    assert find_membership(visitor, timezone.localdate()) == member

    assert import_list(as_admin, endMissing=True).json()["missing"] == 2
    assert find_membership(visitor, timezone.localdate()) is None
    yesterday = timezone.localdate() - timedelta(days=1)
    for row in (member, fresh, ended):
        row.refresh_from_db()
    assert (member.valid_until, fresh.valid_from, fresh.valid_until) == (yesterday, yesterday, yesterday)
    assert (ended.valid_until, member.user) == (date(2020, 12, 31), visitor)


def test_a_membership_ends_on_the_day_of_the_list_also_before_it_was_imported(as_admin, visitor):
    import_list(as_admin)
    Membership.objects.filter(number="M-1").update(user=visitor)

    answer = import_list(as_admin, f"{HEADER}M-1,ana@example.com,2020-06-30\nM-9,new@example.com,2020-06-30")

    assert (answer.status_code, answer.json()["added"], answer.json()["changed"]) == (200, 1, 1)
    assert find_membership(visitor, timezone.localdate()) is None
    ended = Membership.objects.filter(valid_from=date(2020, 6, 30))
    assert {member.number for member in ended} == {"M-1", "M-9"}


@pytest.mark.parametrize(
    "change",
    [
        lambda: MembershipFactory(number="M-2"),
        lambda: Membership.objects.update(valid_until=date(2098, 1, 1)),
        lambda: Membership.objects.all().delete(),
    ],
    ids=["added", "changed", "deleted"],
)
def test_an_import_is_refused_if_the_members_changed_since_the_preview(as_admin, change):
    MembershipFactory(number="M-1", email="old@example.com")
    digest = post_list(as_admin).json()["digest"]
    change()
    before = read_members()

    answer = post_list(as_admin, digest=digest)

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert read_members() == before


@pytest.mark.parametrize(
    "more",
    [{"csv": LIST + "M-3,cara@example.com,2099-12-31"}, {"endMissing": True}, {"digest": ""}, {"digest": "0" * 64}],
)
def test_an_import_is_refused_if_it_is_not_what_the_preview_showed(as_admin, more):
    sent = {"csv": LIST, "digest": post_list(as_admin).json()["digest"]} | more

    answer = post_list(as_admin, **sent)

    assert answer.status_code == (400 if more == {"digest": ""} else 409)
    assert read_members() == {}


def test_a_list_with_an_invalid_row_is_imported_not_even_in_part(as_admin):
    csv = f"{LIST}M-3,cara,2099-12-31\n"
    preview = post_list(as_admin, csv).json()

    answer = post_list(as_admin, csv, digest=preview["digest"])

    assert preview["errors"] == [{"row": 4, "column": "email", "message": "Enter an email address."}]
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"csv": ["Correct row 4 first: Enter an email address."]}
    assert read_members() == {}


def test_the_audit_log_counts_members_and_names_none(as_admin, admin):
    import_list(as_admin)

    entry = entries_about(admin).last()
    assert entry is not None
    assert entry.additional_data == {
        "did": "members imported",
        "added": "2",
        "changed": "0",
        "unlinked": "0",
        "ended": "0",
    }
