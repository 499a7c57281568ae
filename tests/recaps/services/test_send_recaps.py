"""Thank-you emails: what they say, when they go out, and who gets one."""

from datetime import timedelta
from html import unescape
from random import Random
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from accounts.services.users import get_house_account
from bookings.models import Pass
from charityshop.models import Retry, ShopSettings
from events.datetimes import get_shop_zone
from events.models import Event, Occurrence
from ledger.calendar import LedgerMonth
from orders.models import Order
from payments.models import Payment
from recaps.models import Recap
from recaps.services import send_recaps
from tests.bookings.events import cancel_date
from tests.conftest import signed_in
from tests.ledger.ledger_calls import get_amounts
from tests.orders.api_calls import format_start, list_booking_ids
from tests.orders.event_dates import FRIDAY_EVENING, create_date
from tests.payments.refund_calls import post_refund
from tests.recaps.recap_calls import (
    SATURDAY_AT_TEN,
    WEEK,
    FridayDoor,
    get_user,
    list_addresses,
    put_in_review,
    read_text,
    sell,
    thank,
)
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order, set_fee

ANA, BEN, CARA, SAM = "ana@example.com", "ben@example.com", "cara@example.com", "sam@example.com"
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
END = FRIDAY_EVENING + timedelta(hours=3)
SIGNS = {"tickets": 1, "gifts": 1, "refunds": -1, "fees": -1}
# 6 seats at $12, less three fees of $1.45 (3.49 % of $27.60 and 49 cents)
BROUGHT_IN = "Friday Draft brought in $67.65 after PayPal's fees; what it cost comes off at the end of the month."


@pytest.fixture
def friday(paypal) -> Occurrence:
    """Three people have two seats each, at $12."""
    date = create_date()
    sell(paypal, date, "ana", "ben", "cara")
    return date


def test_it_says_what_the_date_brought_in_what_that_pays_for_and_what_comes_next(friday, season, settings):
    later = OccurrenceFactory(event=friday.event, starts_at=FRIDAY_EVENING + WEEK)
    BookingFactory(occurrence=later, seats=15)
    Recap.objects.create(occurrence=friday, note="We keep the <big> room.\n\nBring a friend.")
    send_recaps(now=SATURDAY_AT_TEN)

    message = next(each for each in delivered("recap") if each.to == [ANA])

    assert message.subject == "Thank you for coming to Friday Draft – Cards for a Cause"
    page = f"{settings.SITE_URL}/product/{friday.event.public_id}?rsvpDate={quote(format_start(friday), safe='')}"
    html = unescape(html_of(message) + strip_tags(html_of(message)))
    day = later.starts_at.astimezone(get_shop_zone()).day
    for text in (
        BROUGHT_IN,
        "Before costs, you and 2 others paid for 37 school lunches.",
        "Bring a friend.",
        f"Next: Fri, Dec {day}, 9 seats left.",
        f"{page}#how-we-count",
        "Did you like it?",
        "?answer=yes",
        "?answer=no",
        "1907 Foundry Avenue, Port Alder, WA 98221",
        "Stop these emails and reminders",
    ):
        assert text in message.body
        assert text in html
    assert "We keep the &lt;big&gt; room." in html_of(message)
    assert html_of(message).count("<img") == 1  # the logo
    assert 'src="cid:logo"' in html_of(message)


@pytest.mark.parametrize("number", range(4))
def test_the_number_is_that_of_the_ledger(paypal, as_admin, client, number):
    """After refunds of seats, amounts and gifts, in two of the cases with gifts. Sales tax is in neither."""
    random, date, gifts = Random(number), create_date(), (5, 7.5) if number % 2 else (0,)
    for name in ("ana", "ben", "cara", "dina", "eve"):
        (order,) = sell(paypal, date, name, seats=random.randint(2, 4), gift=random.choice(gifts))
        booking = order["orderItems"][0]["bookings"][0]["_id"]
        asked = random.choice([{}, {"amount": "3.33"}, {"seats": {booking: 1}}, {"gift": True}])
        if asked and (order.get("giftPrice") or "gift" not in asked):
            assert post_refund(as_admin, order, **asked).status_code == 200

    (message, *_) = thank()

    booked = get_amounts(client, LedgerMonth.of(timezone.localdate()))
    total = sum(sign * booked.get(kind, 0) for kind, sign in SIGNS.items())
    assert f"Friday Draft brought in ${total:.2f} after" in read_text(message)


def test_without_three_buyers_it_thanks_without_a_number(paypal, season):
    date = create_date()
    sell(paypal, date, "ana", "ben")
    BookingFactory(occurrence=date, user=get_user("cara"))  # who did not pay

    for message in thank():
        assert "It was good to have you at Friday Draft." in read_text(message)
        assert "brought in" not in read_text(message)
        assert "lunches" not in read_text(message)


def test_a_sum_that_is_not_positive_is_not_told(paypal):
    date = create_date(price="1.00")
    sell(paypal, date, "ana", "ben", "cara")
    set_fee(Payment.objects.all(), "2.00")

    assert all("It was good to have you" in read_text(message) for message in thank())


def test_who_did_not_pay_reads_how_many_people_did(friday, season):
    BookingFactory(occurrence=friday, user=get_user("dina"))

    message = next(each for each in thank() if "dina" in str(each["To"]))

    assert "3 people paid for 37 school lunches." in read_text(message)


@pytest.mark.parametrize("address", [ANA, SAM], ids=["a buyer", "a guest"])
def test_one_click_in_the_email_program_stops_such_emails_and_reminders(friday, as_anonymous, settings, address):
    guest = GuestFactory(booking=friday.bookings.get(user__email=BEN), email=SAM)
    message = next(each for each in thank() if each["To"] == address)

    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = message["List-Unsubscribe"].strip().removeprefix("<").removesuffix(">")
    assert url in read_text(message)
    one_click = {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
    assert as_anonymous.post(url.removeprefix(settings.SITE_URL), **one_click).status_code == 200
    guest.refresh_from_db()
    assert (get_user("ana").reminders, guest.reminders) == (address != ANA, address != SAM)


def test_it_goes_out_at_ten_the_morning_after_and_only_once(friday):
    assert thank(SATURDAY_AT_TEN - MINUTE) == []
    assert len(thank(SATURDAY_AT_TEN)) == 3
    assert len(thank(SATURDAY_AT_TEN + HOUR)) == 3
    assert not Retry.objects.exists()  # nothing failed


def leave_the_door_open(date):
    FridayDoor(date).let_in_buyer("ana")


def forget_a_fee(date):
    set_fee(Payment.objects.filter(pk=Payment.objects.earliest("pk").pk), None)


@pytest.mark.parametrize("happen", [leave_the_door_open, forget_a_fee, lambda date: put_in_review("cara")])
def test_it_waits_until_all_is_known_and_goes_out_after_72_hours_at_the_latest(friday, happen):
    happen(friday)

    assert thank(END + 72 * HOUR - MINUTE) == []
    assert ANA in list_addresses(thank(END + 72 * HOUR))


def test_an_incomplete_sum_is_called_so_far(friday):
    BookingFactory(occurrence=friday)
    set_fee(Payment.objects.filter(order__user__email=CARA), None)

    (message, *_) = thank(END + 72 * HOUR)

    assert "Friday Draft has brought in $45.10 so far after" in read_text(message)


def remove_the_address():
    ShopSettings.objects.update(postal_address="")


def cancel():
    cancel_date(Occurrence.objects.get())


def hide():
    Event.objects.update(hidden_at=timezone.now())


@pytest.mark.parametrize("happen", [remove_the_address, cancel, hide])
def test_without_a_postal_address_and_for_canceled_and_hidden_dates_nobody_is_thanked(friday, happen):
    happen()

    assert thank(END + 72 * HOUR) == []


def test_nobody_is_thanked_four_days_later(friday):
    assert thank(END + 96 * HOUR) == []


def test_upkeep_sends_it(friday):
    """With the real clock: the date ended more than two days ago, so its email is late at any time of the day."""
    Occurrence.objects.update(starts_at=in_days(-3), ends_at=in_days(-2.5))

    call_command("upkeep")

    assert len(delivered("recap")) == 3


def test_with_a_door_only_who_was_let_in_is_thanked(friday):
    door = FridayDoor(friday)
    guests = [GuestFactory(booking=friday.bookings.get(user__email=BEN), email=email) for email in (SAM, "no@show.com")]
    door.let_in_buyer("ana")
    door.let_in(Pass.objects.get(seat_link=guests[0]))
    door.close()

    assert list_addresses(thank()) == [ANA, SAM]  # neither Ben, whose friends had his seats, nor Cara, nor no@show.com


def test_without_a_door_who_held_a_seat_is_thanked_unless_they_turned_that_off(friday):
    for email in (SAM, ""):
        GuestFactory(booking=friday.bookings.get(user__email=ANA), email=email)
    BookingFactory(occurrence=friday, user=get_user("dina"), seats=1)  # whom staff booked
    BookingFactory(occurrence=friday, user=get_user("eve"), status="pending")
    BookingFactory(occurrence=friday, user=get_house_account())
    User.objects.filter(email=CARA).update(reminders=False)
    GuestFactory(booking=friday.bookings.get(user__email=BEN), email="kim@example.com", reminders=False)

    assert list_addresses(thank()) == [BEN, "dina@example.com", SAM]  # Ana's friends have both of her seats


@pytest.mark.parametrize("door", [False, True], ids=["without a door", "with a door"])
@pytest.mark.parametrize("asked", [{}, {"amount": "27.60"}], ids=["seats", "all of the money"])
def test_nobody_who_was_refunded_is_thanked(friday, as_admin, door, asked):
    """An amount leaves the seats."""
    order = Order.objects.get(user__email=BEN)
    if door:
        entrance = FridayDoor(friday)
        entrance.let_in_buyer("ana")
        entrance.let_in_buyer("ben")
        entrance.close()
    assert post_refund(as_admin, {"_id": order.public_id}, reason="Ill.", **asked).status_code == 200

    addresses = list_addresses(thank())

    assert ANA in addresses
    assert BEN not in addresses


def test_who_keeps_free_seats_is_thanked_although_the_rest_of_the_order_was_refunded(paypal, as_admin):
    free, dear = create_date(price=0), OccurrenceFactory()
    order = create_paid_order(paypal, signed_in(get_user("ana")), free, dear)
    GuestFactory(booking=free.bookings.get(), email=SAM)
    (_, booking) = list_booking_ids(order)
    assert post_refund(as_admin, order, lines=[booking]).status_code == 200

    assert list_addresses(thank()) == [ANA, SAM]


def test_a_refund_before_the_email_is_sent_stops_it(friday, as_admin):
    send_recaps(now=SATURDAY_AT_TEN)
    assert post_refund(as_admin, {"_id": Order.objects.get(user__email=BEN).public_id}).status_code == 200

    assert list_addresses(thank()) == [ANA, CARA]


def test_each_address_gets_one_email_for_a_date(friday, paypal):
    sell(paypal, friday, "ana", seats=1)
    GuestFactory(booking=friday.bookings.get(user__email=BEN), email="Ana@example.com")

    assert list_addresses(thank()) == [ANA, BEN, CARA]


def test_nobody_gets_two_within_a_week_but_guests_of_every_friday_get_one_each_time(friday, paypal):
    saturday, next_friday = (create_date(f"{days}", days=days) for days in (1, 7))
    for date in (saturday, next_friday):
        sell(paypal, date, "ana")
    sell(paypal, saturday, "dina")

    assert len(thank()) == 3
    assert list_addresses(thank(SATURDAY_AT_TEN + timedelta(days=1)))[3:] == ["dina@example.com"]
    late = timedelta(minutes=-2)  # upkeep runs a little earlier than a week before
    assert len(thank(SATURDAY_AT_TEN + WEEK + HOUR + late)) == 5
