"""Vouchers and memberships that change while others read them, on real connections."""

from collections.abc import Callable
from datetime import date
from threading import Event
from time import sleep
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from discounts.models import Membership, Voucher
from discounts.services.memberships import lock_membership
from discounts.services.vouchers import lock_voucher
from tests.conftest import signed_in
from tests.orders.services.test_waiting_races import run_together
from tests.support.factories import MembershipFactory, VoucherFactory
from tests.support.races import ATTEMPTS

pytestmark = pytest.mark.django_db(transaction=True)
TIMEOUT = 30  # seconds
LIST = "number,email,valid_until\nM-1,ana@example.com,2099-12-31\n"


def run_during(slow: Callable[[Event], None], call: Callable[[], Any]) -> Any:
    """Make the call as soon as the slow transaction has its locks. Return the response."""
    is_locked = Event()
    signed_in().get("/api/products")  # a first request is slow, and could come after the transaction

    def wait_and_call() -> Any:
        assert is_locked.wait(TIMEOUT)
        return call()

    return run_together(lambda: slow(is_locked), wait_and_call)[1]


def get_refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def test_two_changes_of_a_voucher_at_once_are_both_stored(admin):
    voucher, client = VoucherFactory(value=10), signed_in(admin)

    def turn_off(is_locked: Event) -> None:
        with transaction.atomic():
            found = lock_voucher(voucher.pk)
            is_locked.set()
            sleep(1)
            found.off = True
            found.save()

    answer = run_during(
        turn_off, lambda: client.put(f"/api/vouchers/{voucher.public_id}", {"value": 20}, format="json")
    )

    assert answer.status_code == 200
    assert Voucher.objects.values_list("off", "value").get() == (True, 20)


def test_an_account_that_links_two_memberships_at_once_has_one(visitor):
    first, _ = (MembershipFactory(number=number, email=visitor.email) for number in ("M-1", "M-2"))
    client = signed_in(visitor)

    def link_first(is_locked: Event) -> None:
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=visitor.pk)
            Membership.objects.filter(pk=first.pk).update(user=visitor)
            is_locked.set()
            sleep(1)

    answer = run_during(
        link_first, lambda: client.post("/api/users/profile/membership", {"number": "M-2"}, format="json")
    )

    assert get_refusal(answer) == (409, "membership_linked")
    assert Membership.objects.get(user=visitor) == first


def test_an_import_waits_for_a_change_and_is_refused(admin):
    member, client = MembershipFactory(number="M-1", email="ana@example.com"), signed_in(admin)
    digest = client.post("/api/members/import", {"csv": LIST}, format="json").json()["digest"]

    def renew(is_locked: Event) -> None:
        with transaction.atomic():
            found = lock_membership(member.pk)
            is_locked.set()
            sleep(1)
            found.valid_until = date(2098, 12, 31)
            found.save()

    answer = run_during(
        renew, lambda: client.post("/api/members/import", {"csv": LIST, "digest": digest}, format="json")
    )

    assert get_refusal(answer) == (409, "changed")
    assert Membership.objects.get().valid_until == date(2098, 12, 31)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_of_two_imports_at_once_one_is_refused(admin, attempt):
    clients = [signed_in(admin), signed_in(admin)]
    digest = clients[0].post("/api/members/import", {"csv": LIST}, format="json").json()["digest"]

    answers = run_together(
        *(
            lambda client=client: client.post("/api/members/import", {"csv": LIST, "digest": digest}, format="json")
            for client in clients
        )
    )

    assert sorted(map(get_refusal, answers)) == [(200, ""), (409, "changed")]
    assert Membership.objects.count() == 1
