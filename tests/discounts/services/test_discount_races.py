"""Vouchers and memberships that change while others read them, on real connections."""

from datetime import date
from typing import Any

import pytest

from accounts.models import User
from discounts.models import Membership, Voucher
from discounts.services.memberships import lock_membership
from discounts.services.vouchers import lock_voucher
from tests.conftest import signed_in
from tests.support.factories import MembershipFactory, VoucherFactory
from tests.support.races import ATTEMPTS, run_during, run_together

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "number,email,valid_until\nM-1,ana@example.com,2099-12-31\n"


def post_list(client: Any, **more: str) -> Any:
    return client.post("/api/members/import", {"csv": LIST} | more, format="json")


def get_refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def test_two_changes_of_a_voucher_at_once_are_both_stored(admin):
    voucher, client = VoucherFactory(value=10), signed_in(admin)

    def turn_off() -> None:
        found = lock_voucher(voucher.pk)
        found.off = True
        found.save()

    path = f"/api/vouchers/{voucher.public_id}"
    answer = run_during(turn_off, lambda: client.put(path, {"value": 20}, format="json"))

    assert answer.status_code == 200
    assert Voucher.objects.values_list("off", "value").get() == (True, 20)


def test_an_account_that_links_two_memberships_at_once_has_one(visitor):
    first, _ = (MembershipFactory(number=number, email=visitor.email) for number in ("M-1", "M-2"))
    client = signed_in(visitor)

    def link_first() -> None:
        User.objects.select_for_update(no_key=True).get(pk=visitor.pk)
        Membership.objects.filter(pk=first.pk).update(user=visitor)

    path = "/api/users/profile/membership"
    answer = run_during(link_first, lambda: client.post(path, {"number": "M-2"}, format="json"))

    assert get_refusal(answer) == (409, "membership_linked")
    assert Membership.objects.get(user=visitor) == first


def test_an_import_waits_for_a_change_and_is_refused(admin):
    member, client = MembershipFactory(number="M-1", email="ana@example.com"), signed_in(admin)
    digest = post_list(client).json()["digest"]

    def renew() -> None:
        found = lock_membership(member.pk)
        found.valid_until = date(2098, 12, 31)
        found.save()

    answer = run_during(renew, lambda: post_list(client, digest=digest))

    assert get_refusal(answer) == (409, "changed")
    assert Membership.objects.get().valid_until == date(2098, 12, 31)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_of_two_imports_at_once_one_is_refused(admin, attempt):
    clients = [signed_in(admin), signed_in(admin)]
    digest = post_list(clients[0]).json()["digest"]

    answers = run_together(*(lambda client=client: post_list(client, digest=digest) for client in clients))

    assert sorted(map(get_refusal, answers)) == [(200, ""), (409, "changed")]
    assert Membership.objects.count() == 1
