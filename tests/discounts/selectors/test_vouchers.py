"""Codes are found in any case, and say when and for which dates they can be used."""

from datetime import date

import pytest

from discounts.exceptions import VoucherExpired, VoucherNotHere, VoucherUnknown
from discounts.models import Voucher
from discounts.selectors.vouchers import check_voucher_dates, find_voucher, is_for
from events.models import Event
from tests.support.factories import EventFactory, VoucherFactory

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 11, 30), date(2026, 12, 31)


@pytest.mark.parametrize("entered", ["SPRING-26", "spring-26", "  Spring-26 "])
def test_a_code_is_found_in_any_case(entered):
    voucher = VoucherFactory(code="SPRING-26")

    assert find_voucher(entered) == voucher


@pytest.mark.parametrize("entered", ["", "AUTUMN", "SPRING", "SPRING-26-27", "SPRING\0", "SPRÍNG-26", "É" * 5000])
def test_other_codes_are_unknown(entered):
    VoucherFactory(code="SPRING-26")

    with pytest.raises(VoucherUnknown, match="We don't know this code") as refusal:
        find_voucher(entered)

    assert (refusal.value.status, refusal.value.code) == (409, "voucher_unknown")


@pytest.mark.parametrize(
    ("today", "message"),
    [
        (date(2026, 11, 29), "This code starts on Nov 30."),
        (date(2027, 1, 1), "This code ended on Dec 31."),
        (date(2025, 11, 30), "This code starts on Nov 30, 2026."),
        (date(2027, 12, 30), "This code ended on Dec 31."),
        (date(2027, 12, 31), "This code ended on Dec 31, 2026."),
    ],
)
def test_a_code_is_refused_before_its_first_and_after_its_last_day(today, message):
    with pytest.raises(VoucherExpired) as refusal:
        check_voucher_dates(Voucher(valid_from=FIRST, valid_until=LAST), today)

    assert (refusal.value.status, refusal.value.code) == (409, "voucher_expired")
    assert refusal.value.message == message


def test_a_code_of_events_is_for_these_only():
    one, other = EventFactory(), EventFactory()
    voucher = VoucherFactory()
    voucher.events.add(one)

    assert [is_for(voucher, event, FIRST) for event in (one, other)] == [True, False]


def test_a_code_is_for_dates_that_meet_all_its_limits():
    event = EventFactory(format="Draft")
    voucher = VoucherFactory(formats=["Commander"], dates_from=FIRST)
    voucher.events.add(event)

    assert not is_for(voucher, event, LAST)


@pytest.mark.parametrize(
    ("fields", "events", "said"),
    [
        ({}, ["Friday Draft"], "Friday Draft"),
        ({}, ["Friday Draft", "Commander Night"], "Commander Night and Friday Draft"),
        ({}, ["A", "B", "C", "D", "E"], "A, B and 3 more"),
        ({"formats": ["Draft"]}, [], "Draft events"),
        ({"formats": ["Draft"]}, ["Friday Draft"], "Friday Draft"),
        ({"dates_from": FIRST}, [], "dates from Nov 30"),
        ({"dates_to": LAST}, ["Friday Draft"], "Friday Draft until Dec 31"),
        ({"dates_from": FIRST, "dates_to": LAST}, [], "dates from Nov 30 until Dec 31"),
    ],
)
def test_buyers_read_what_a_code_is_for(fields, events, said):
    voucher = VoucherFactory(**fields)
    voucher.events.set([EventFactory(name=name) for name in events])
    refusal = VoucherNotHere(voucher)

    assert (refusal.status, refusal.code) == (409, "voucher_not_here")
    assert refusal.message == f"This code is for {said}."


def test_buyers_do_not_read_about_events_that_are_not_published():
    voucher = VoucherFactory()
    voucher.events.add(EventFactory(name="Secret", status=Event.Status.DRAFT))

    assert VoucherNotHere(voucher).message == "This code is for other events."


def test_the_checks_of_a_cart_read_the_codes_events_once(django_assert_num_queries):
    events = [EventFactory() for _ in range(5)]
    VoucherFactory(code="SPRING").events.set(events[:3])

    with django_assert_num_queries(2):
        voucher = find_voucher("SPRING")
        assert [is_for(voucher, event, FIRST) for event in events] == [True] * 3 + [False] * 2
        assert "3 more" not in VoucherNotHere(voucher).message
