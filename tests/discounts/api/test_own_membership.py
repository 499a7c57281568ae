"""Members link their membership to their account once, by its number and their email address."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from charityshop.audit import entries_about
from discounts.models import Membership
from discounts.selectors import find_membership
from tests.support.factories import MembershipFactory, UserFactory

URL = "/api/users/profile/membership"


@pytest.fixture
def member():
    return MembershipFactory(number="M-1", email="ana@example.com")


def enter(client: Any, number: Any) -> Any:
    return client.post(URL, {"number": number}, format="json")


def end(membership: Membership) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    Membership.objects.filter(pk=membership.pk).update(valid_until=yesterday)


@pytest.mark.parametrize("number", ["M-1", "m–\u20601 "])
def test_the_number_and_the_email_address_link_a_membership(as_visitor, visitor, member, number):
    assert as_visitor.get(URL).json() == {"membership": None}

    answer = enter(as_visitor, number)

    shown = {"number": "M-1", "validFrom": f"{member.valid_from}", "validUntil": f"{member.valid_until}"}
    assert (answer.status_code, answer.json()) == (200, {"membership": shown})
    assert as_visitor.get(URL).json() == {"membership": shown}
    assert Membership.objects.get().user == visitor
    entry = entries_about(visitor).last()
    assert entry is not None
    assert (entry.additional_data["did"], entry.actor) == ("membership linked", visitor)


@pytest.mark.parametrize(
    ("field", "value"), [("number", "M-2"), ("email", "ben@example.com"), ("email", ""), ("user", UserFactory)]
)
def test_another_number_or_address_and_one_of_another_account_is_unknown(as_visitor, member, field, value):
    Membership.objects.update(**{field: value() if value is UserFactory else value})
    before = Membership.objects.values().get()

    answer = enter(as_visitor, "M-1")

    assert (answer.status_code, answer.json()["code"]) == (409, "membership_unknown")
    assert Membership.objects.values().get() == before


def test_entering_the_number_again_changes_nothing(as_visitor, visitor, member):
    first = enter(as_visitor, "M-1").json()
    visitor.email = "new@example.com"
    visitor.save()

    again = enter(as_visitor, "M-1")

    assert (again.status_code, again.json()) == (200, first)


def test_a_second_membership_waits_until_the_first_has_ended(as_visitor, visitor, member):
    other = MembershipFactory(number="M-2", email="ana@example.com")
    enter(as_visitor, "M-1")

    refused = enter(as_visitor, "M-2")
    end(member)
    linked = enter(as_visitor, "M-2")

    assert (refused.status_code, refused.json()["code"]) == (409, "membership_linked")
    assert "M-1" in refused.json()["message"]
    assert linked.status_code == 200
    assert Membership.objects.get(user=visitor) == other
    member.refresh_from_db()
    assert (member.user, member.email) == (None, "")


def test_an_ended_membership_is_linked_and_works_once_it_is_renewed(as_visitor, visitor, member):
    end(member)

    assert enter(as_visitor, "M-1").status_code == 200
    assert as_visitor.get(URL).json()["membership"]["number"] == "M-1"


def test_5_wrong_numbers_an_hour_can_be_entered(as_visitor, as_other_visitor, member):
    assert [enter(as_visitor, f"M-{n}").status_code for n in range(2, 8)] == [409] * 5 + [429]

    refused = enter(as_visitor, "M-1")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert enter(as_other_visitor, "M-9").status_code == 409


@pytest.mark.parametrize("number", ["", "x" * 33, None, ["M-1"], {}])
def test_an_invalid_number_is_refused_and_does_not_count(as_visitor, number):
    answers = [enter(as_visitor, number) for _ in range(6)]

    assert {(answer.status_code, *answer.json()["errors"]) for answer in answers} == {(400, "number")}


def test_a_linked_membership_is_found_from_its_first_to_its_last_day_and_for_nobody_else():
    first, last = date(2026, 11, 30), date(2026, 12, 31)
    membership = MembershipFactory(user=UserFactory(), valid_from=first, valid_until=last)
    days = [date(2026, 11, 29), first, last, date(2027, 1, 1)]
    assert [find_membership(membership.user, day) for day in days] == [None, membership, membership, None]

    MembershipFactory(email="ana@example.com", valid_from=first, valid_until=last)
    others = [UserFactory(email="ana@example.com"), AnonymousUser(), None]
    assert [find_membership(user, first) for user in others] == [None, None, None]
