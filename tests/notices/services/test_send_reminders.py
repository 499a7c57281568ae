"""Reminders of buyers and guests, and turning such emails off."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, SeatLink
from bookings.services import seat_links
from charityshop.models import Retry
from charityshop.security.link_tokens import make_link_token
from events.models import Occurrence
from notices.models import Notice
from notices.selectors.recipients import list_reminder_days
from notices.services.send_reminders import get_mail_off_url, send_reminders
from orders.models import Order
from outbox.messages import send_again
from outbox.models import Outgoing
from payments.services.refunds.refund_order import request_refund
from tests.changes.change_calls import cancel_and_refund
from tests.orders.api_calls import create_order
from tests.orders.event_dates import FRIDAY, FRIDAY_EVENING, YEAR, create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import BookingFactory, GuestFactory, create_notice
from tests.support.messages import delivered, html_of

AT_TEN = FRIDAY_EVENING - timedelta(hours=33)  # on Thursday
MINUTE = timedelta(minutes=1)


def buy(client, date: Occurrence | None = None, *, seats: int = 2) -> dict:
    """Buy free seats, long before the reminder."""
    return create_order(client, date or create_date(price="0"), seats=seats)


def remind(now: datetime = AT_TEN) -> list[EmailMultiAlternatives]:
    """Send what is due at that time. Return all reminders sent so far."""
    send_reminders(now=now)
    return delivered("reminder")


def test_a_reminder_has_the_time_place_seats_and_links(as_visitor, visitor, settings):
    order = buy(as_visitor, create_date(price="0", place__name="Copper Kettle", place__address="12 Dock St"))
    send_reminders(now=AT_TEN)

    (message,) = delivered("reminder")

    assert message.to == ["ana@example.com"]
    assert message.subject == f"Reminder: Friday Draft on {FRIDAY} ({order['number']}) – Cards for a Cause"
    ticket = f"{settings.SITE_URL}/order/{order['_id']}"
    texts = ["Friday Draft", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "Copper Kettle, 12 Dock St", "2 seats"]
    for text in [*texts, "Your ticket", "Can't make it?", ticket, get_mail_off_url(visitor)]:
        assert text in message.body
        assert text in html_of(message)
    assert message.body.count(ticket) == 2
    assert list(message.attachments) == []
    assert message.extra_headers["List-Unsubscribe"] == f"<{get_mail_off_url(visitor)}>"
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_reminder_of_an_evening_for_adults_says_to_bring_an_id(as_visitor):
    buy(as_visitor, create_date(price="0", min_age=21))
    send_reminders(now=AT_TEN)

    (message,) = delivered("reminder")

    assert "2 seats · 21+: bring ID" in message.body
    assert "2 seats · 21+: bring ID" in html_of(message)


def test_a_reminder_is_sent_at_ten_the_day_before_and_only_once(as_visitor):
    buy(as_visitor)

    assert remind(AT_TEN - MINUTE) == []
    assert len(remind(AT_TEN)) == 1
    assert len(remind(AT_TEN + MINUTE)) == 1
    assert len(remind(FRIDAY_EVENING - MINUTE)) == 1
    assert not Retry.objects.exists()  # nothing failed


def test_a_reminder_is_not_sent_again_after_the_start(as_visitor):
    buy(as_visitor)
    remind()
    started = timezone.now() - MINUTE
    Occurrence.objects.update(starts_at=started)
    Notice.objects.update(starts_at=started)

    send_again(message_ids=[Outgoing.objects.get(kind="reminder").pk], by=None)

    assert len(delivered("reminder")) == 1


@pytest.mark.parametrize(("hours", "reminded"), [(11.9, False), (12.1, True)])
def test_nobody_is_reminded_within_twelve_hours_of_buying_or_claiming_a_seat(guest, hours, reminded):
    then = AT_TEN - timedelta(hours=hours)
    SeatLink.objects.update(claimed_at=then)
    send_reminders(now=AT_TEN)
    send_reminders(now=AT_TEN + timedelta(hours=5))
    assert (bool(delivered("guest_reminder")), bool(delivered("reminder"))) == (reminded, True)
    Notice.objects.all().delete()

    Order.objects.update(paid_at=then)
    send_reminders(now=AT_TEN)

    assert len(delivered("reminder")) == 1 + reminded


def cancel(order: Order, as_admin) -> None:
    cancel_and_refund(as_admin, Occurrence.objects.get())


def return_seats(order: Order, as_admin) -> None:
    assert post_refund(as_admin, {"_id": order.public_id}).status_code == 200


def request_return(order: Order, as_admin, *, seats: int = 2) -> None:
    """Request a refund whose outcome is not known yet."""
    booking = order.lines.get().booking.public_id
    request_refund(order_id=order.pk, reason="Ill.", seats={booking: seats}, by=order.user)


def turn_off(order: Order, as_admin) -> None:
    type(order.user).objects.filter(pk=order.user.pk).update(reminders=False)


def move_away(order: Order, as_admin) -> None:
    Occurrence.objects.update(starts_at=F("starts_at") + timedelta(days=1), ends_at=F("ends_at") + timedelta(days=1))


@pytest.mark.parametrize("is_late", [False, True], ids=["before it is due", "while the mail server is down"])
@pytest.mark.parametrize("change", [cancel, return_seats, request_return, turn_off, move_away])
def test_nobody_is_reminded_of_seats_they_do_not_have_or_against_their_will(as_visitor, as_admin, change, is_late):
    order = Order.objects.get(public_id=buy(as_visitor)["_id"])
    if is_late:
        assert send_reminders(now=AT_TEN) == 1

    change(order, as_admin)

    assert remind() == []
    assert Notice.objects.exists() == is_late
    if is_late:
        stored = Outgoing.objects.get(kind="reminder")
        assert stored.next_try_at is None
        assert stored.last_problem.startswith("Not sent: ")


def test_a_deleted_account_is_not_reminded(as_visitor):
    buy(as_visitor)
    User.objects.update(email="deleted-1@deleted.invalid")

    assert remind() == []
    assert not Notice.objects.exists()


@pytest.mark.parametrize("kind", ["reminder", "recap"])
def test_the_database_refuses_a_second_email_about_the_same_start_or_one_to_two_people(kind):
    booking, guest = BookingFactory(), GuestFactory()
    to_guest = {"booking": None, "seat_link": guest}
    create_notice(booking, kind)
    create_notice(guest.booking, kind, **to_guest)

    for wrong in ({}, to_guest | {"booking": guest.booking}, to_guest, {"booking": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            create_notice(guest.booking if wrong else booking, kind, **wrong)


ZONE = ZoneInfo("America/Los_Angeles")  # the clocks change on March 8 and November 1, 2026


def local(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=ZONE).astimezone(UTC)


@pytest.mark.parametrize(
    ("now", "days"),
    [
        (local(12, 3, 0), ["12-03"]),
        (local(12, 3, 9, 59), ["12-03"]),
        (local(12, 3, 10), ["12-03", "12-04"]),
        (local(12, 3, 23, 59), ["12-03", "12-04"]),
        (local(3, 7, 9, 59), ["03-07"]),
        (local(3, 7, 10), ["03-07", "03-08"]),  # the clocks go forward in the night to the 8th
        (local(3, 8, 9, 59), ["03-08"]),
        (local(3, 8, 10), ["03-08", "03-09"]),
        (local(10, 31, 9, 59), ["10-31"]),
        (local(10, 31, 10), ["10-31", "11-01"]),  # the clocks go back in the night to the 1st
        (local(11, 1, 9, 59), ["11-01"]),
        (local(11, 1, 10), ["11-01", "11-02"]),
    ],
)
def test_the_dates_of_the_next_day_are_reminded_of_from_ten_on_also_when_the_clocks_change(now, days):
    assert [f"{day.begins_at.astimezone(ZONE):%m-%d}" for day in list_reminder_days(now, ZONE)] == days


@pytest.fixture
def order(as_visitor) -> dict:
    return create_order(as_visitor, create_date(price="0"), seats=4)


@pytest.fixture
def guest(order) -> SeatLink:
    return GuestFactory(booking=Booking.objects.get(), email="sam@example.com")


def test_a_guest_is_reminded_once_with_their_own_links(guest):
    for now in (AT_TEN - MINUTE, AT_TEN, AT_TEN + MINUTE):
        send_reminders(now=now)

    (message,) = delivered("guest_reminder")

    assert message.to == ["sam@example.com"]
    assert message.subject == f"Reminder: Friday Draft on {FRIDAY} – Cards for a Cause"
    texts = ["Hello Sam,", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "1 seat", "Your ticket", "Can't make it?"]
    for text in [*texts, guest.ticket_url, get_mail_off_url(guest)]:
        assert text in message.body
        assert text in html_of(message)
    assert message.extra_headers["List-Unsubscribe"] == f"<{get_mail_off_url(guest)}>"
    assert "/order/" not in message.body  # which is the buyer's
    assert len(delivered("reminder")) == 1  # the buyer's own
    stored = Outgoing.objects.get(kind="guest_reminder")
    assert (stored.is_secret, stored.text, stored.data) == (True, "", {})  # erased once it is sent


def test_reminders_lead_to_a_question_as_long_as_a_seat_has_not_answered_it(order, guest):
    question = guest.booking.occurrence.event.questions.create(text="First time?", choices=["new", "been here"])
    question.answers.create(ticket=guest.passes.get(), choice=0)

    send_reminders(now=AT_TEN)

    (buyers,), (guests,) = delivered("reminder"), delivered("guest_reminder")
    for text, body in ((buyers.body, guests.body), (html_of(buyers), html_of(guests))):
        assert "The club asks something before you come" in text
        assert "The club asks" not in body


def test_guests_of_seats_that_staff_booked_by_hand_are_reminded_and_the_staff_are_not(admin):
    booking = BookingFactory(occurrence=create_date(), user=admin, kind=Booking.Kind.BY_HAND)
    GuestFactory(booking=booking, email="sam@example.com")

    assert [message.to for message in remind()] == []
    assert [message.to for message in delivered("guest_reminder")] == [["sam@example.com"]]


def turn_off_guest(guest: SeatLink, as_admin, order) -> None:
    SeatLink.objects.update(reminders=False)


def give_back(guest: SeatLink, as_admin, order) -> None:
    seat_links.give_back_seat(token=guest.ticket_token)


def refund(guest: SeatLink, as_admin, order) -> None:
    SeatLink.objects.update(state=SeatLink.State.REVOKED, first_name="", email="")
    assert post_refund(as_admin, order).status_code == 200


@pytest.mark.parametrize("is_late", [False, True], ids=["before it is due", "while the mail server is down"])
@pytest.mark.parametrize("change", [turn_off_guest, give_back, refund])
def test_guests_who_gave_their_seat_back_or_want_no_reminders_get_none(guest, as_admin, order, change, is_late):
    if is_late:
        assert send_reminders(now=AT_TEN) == 2

    change(guest, as_admin, order)
    send_reminders(now=AT_TEN)

    assert delivered("guest_reminder") == []


ONE_CLICK = {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}


@pytest.fixture
def path(visitor, settings) -> str:
    return get_mail_off_url(visitor).removeprefix(settings.SITE_URL)


@pytest.fixture
def browser() -> Client:
    """A browser that nobody is signed in on, and that checks CSRF tokens like a real server."""
    return Client(enforce_csrf_checks=True, SERVER_NAME="localhost")


def test_opening_the_link_shows_a_button_and_one_click_turns_reminders_off_also_when_repeated(browser, path, visitor):
    assert browser.head(path).status_code == 200
    page = browser.get(path).content.decode()
    assert '<form method="post"><button>Turn reminders off</button></form>' in page
    assert User.objects.get().reminders

    for _ in range(2):
        response = browser.post(path, **ONE_CLICK)
        assert response.status_code == 200
        assert "Reminders are off." in response.content.decode()
    assert not User.objects.get().reminders


def test_a_wrong_link_is_not_found_and_limited_per_address(browser, visitor, path, settings):
    others = [make_link_token("seat", visitor.public_id, 0), make_link_token("mail off", "0" * 24, 0)]
    wrong = [path[:-1], f"{path}0", "/mail-off/x", *(f"/mail-off/{token}" for token in others)]
    for link in wrong:
        for response in (browser.get(link), browser.post(link)):
            assert response.status_code == 404
            assert "This link no longer works." in response.content.decode()
    assert User.objects.get().reminders

    settings.THROTTLES = settings.THROTTLES | {"link": 2 * len(wrong)}
    assert [browser.get("/mail-off/x").status_code for _ in range(2)] == [429, 429]
    assert browser.post(path, **ONE_CLICK).status_code == 200
