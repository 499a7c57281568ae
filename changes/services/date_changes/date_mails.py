"""Email everyone whose date was canceled or moved: buyers and their guests, holders, and the waiting list."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings import mails as booking_mails
from bookings.ical.file import raise_calendar_sequence
from bookings.mails import CancelNotes, get_event_url
from bookings.models import Booking
from bookings.new_times import describe_former_time, format_former, format_news, parse_former
from bookings.selectors.events import has_date_to_move_to
from changes.models import Entitlement
from changes.models.zone_change import read_told_times
from changes.selectors.choices import format_choice
from charityshop.text import format_time, one_printable_line
from events.datetimes import get_shop_zone
from events.formatting import (
    describe_event,
    format_day,
    format_deadline,
    format_place,
    format_seats,
    format_venue,
    format_when,
)
from events.journal import MOVES
from events.models import DateChange, Occurrence, Setting
from orders.mails import build_changed_calendar, count_seats, get_buyer, get_order_url, render_email
from orders.models import Order
from outbox.mail.posting import log_posting_errors, post_mail
from outbox.mail.rendering import MessageContent
from outbox.messages import NothingToSend, lock_waiting
from outbox.models import Outgoing
from payments.mails import format_gift_left
from payments.models import Refund, RefundPart
from payments.selectors.order_money import count_open_seats, get_counting_payment, get_refundable_gift, read_values
from payments.services.refunds.refund_order import is_too_old

REFUNDED = (
    "What you paid for these seats is refunded to your original payment method; a separate email confirms the refund."
)
TOO_OLD = (
    "PayPal returns money for 180 days only. We'll write to you about another way to return what you paid for these "
    "seats."
)
CHOICES = ("moved_choice", "canceled_choice")
ENTITLEMENTS = Entitlement.objects.select_related(
    "date_change__occurrence__event", "line__order__user", "line__booking__occurrence__event"
)


def email_buyer(entitlement: Entitlement, now: datetime, *, was: Setting) -> bool:
    """Tell the buyer of a line what became of its date, with the buyer's choice if there is one. The date is locked.

    `was` is the time that they know. Return whether they were told: not if the date is back then, or has started.
    """
    change, booking = entitlement.date_change, entitlement.line.booking
    date, is_told = booking.occurrence, not booking.user.is_deleted
    if not date.takes_place:
        if entitlement.is_open(now):
            email_choice(entitlement, was=was)
        else:
            order = entitlement.line.order
            notes = CancelNotes(format_money_note(order, [entitlement.line_id], now), format_order_gift_note(order))
            booking_mails.booking_canceled(booking, reason=change.reason, now=now, notes=notes)
        return is_told
    if date.setting == was or date.starts_at <= now:
        return False
    if entitlement.is_open(now):
        email_choice(entitlement, was=was)
    else:
        booking_mails.date_of_booking_moved(booking, was=was, reason=change.reason)
    return is_told


def format_money_note(order: Order, lines: Collection[int], now: datetime) -> str:
    """Say how what was paid for these lines goes back. Empty if nothing was, or nothing is left of it."""
    if order.status not in Order.SOLD:
        return ""
    left = {pk: count for pk, count in count_open_seats(order).items() if count and pk in lines}
    if left and any(read_values(order).get_each(left).values()):
        return TOO_OLD if is_too_old(get_counting_payment(order), now) else REFUNDED
    on_its_way = RefundPart.objects.filter(line__in=lines, amount__gt=0, refund__status__in=Refund.UNDECIDED)
    return REFUNDED if on_its_way.exists() else ""


def format_order_gift_note(order: Order) -> str:
    """Say what becomes of the order's gift, which is not refunded with the seats of a canceled date."""
    left = format_gift_left(get_refundable_gift(order), order.charity)
    return f"{left} Want it back? Reply within 30 days." if left else ""


@log_posting_errors
def email_choice(entitlement: Entitlement, *, was: Setting) -> None:
    """Post the email with the buyer's choice. It is written when it is sent: the choice may be made by then.

    If an email about other dates of the event that move waits, it tells of this one, too.
    """
    line = entitlement.line
    if user := get_buyer(line.order):
        raise_calendar_sequence(line.booking)
        date = line.booking.occurrence
        kind, about = "moved_choice" if date.takes_place else "canceled_choice", user.public_id
        ticket = {"entitlement": entitlement.pk, **describe_former_time(was)}
        for mail in lock_waiting(kind="moved_choice", about=about) if date.takes_place else ():
            if mail.data["event"] == date.event_id:
                mail.data["tickets"].append(ticket)
                mail.save(update_fields=["data"])
                return
        data = {"event": date.event_id, "tickets": [ticket]}
        post_mail(kind, to=user.email, owner_id=user.pk, about=about, data=data)


def withdraw_emails(entitlements: Sequence[Entitlement]) -> set[int]:
    """Withdraw the emails that wait about changes of a date, because it changes again.

    Return the entitlements of the buyers who know of none of these changes therefore.
    """
    by_booking = {each.line.booking.public_id: each.pk for each in entitlements}
    mails = list(lock_waiting(kind="date_canceled", about__in=by_booking))
    Outgoing.objects.filter(pk__in=[mail.pk for mail in mails]).delete()
    withdrawn = {by_booking[mail.about] for mail in mails}
    users = {each.line.booking.user.public_id for each in entitlements}
    by_pk = {each.pk: each.pk for each in entitlements}
    withdrawn |= take_out("tickets", "entitlement", by_pk, users, kind__in=CHOICES)
    return withdrawn | take_out("moves", "booking", by_booking, users, kind="dates_moved")


def take_out(rows: str, name: str, ids: Mapping[Any, int], users: Collection[str], **kinds: Any) -> set[int]:
    """Take rows with these IDs out of the emails to these users that wait. Return what the IDs found map to."""
    found: set[int] = set()
    for mail in lock_waiting(**kinds, about__in=users):
        if not mail.data.get("is_one_booking"):
            found |= {ids[row[name]] for row in mail.data[rows] if row[name] in ids}
            mail.data[rows] = [row for row in mail.data[rows] if row[name] not in ids]
            mail.save(update_fields=["data"]) if mail.data[rows] else mail.delete()
    return found


def find_back_emails(entitlements: Sequence[Entitlement]) -> dict[int, tuple[Outgoing, datetime | None]]:
    """Return, by line, the emails that wait to say that a date is back, and since when it is known to be canceled."""
    by_about = {str(each.pk): each for each in entitlements}
    waiting = lock_waiting(kind="date_back", about__in=by_about)
    return {by_about[mail.about].line_id: (mail, by_about[mail.about].told_at) for mail in waiting}


def follow_with_back_email(email: Outgoing, entitlement: Entitlement, *, takes_place: bool) -> None:
    """Let the email say the new time and the choice of a date that moved since. Withdraw it if the date is canceled."""
    if takes_place:
        email.about = str(entitlement.pk)
        email.save(update_fields=["about"])
    else:
        email.delete()


def list_waiting_choices(users: Collection[str]) -> set[int]:
    """Return the entitlements whose email with the choice waits, of these users."""
    waiting = lock_waiting(kind__in=CHOICES, about__in=users)
    return {ticket["entitlement"] for mail in waiting for ticket in mail.data["tickets"]}


def write_choice(mail: Outgoing) -> MessageContent:
    """Write the email about changed dates of an event, with the choice of each ticket unless that is over.

    Raise NothingToSend without seats on the dates, and if none is canceled or at another time any more.
    """
    now, known = timezone.now(), {each["entitlement"]: each for each in mail.data["tickets"]}
    rows = ENTITLEMENTS.filter(pk__in=known).order_by("line__booking__occurrence__starts_at", "pk")
    was = {each.pk: parse_former(known[each.pk], each.date_change.occurrence) for each in rows}
    problems = {each: find_problem(each, was[each.pk], mail.kind, now) for each in rows}
    told = [each for each, problem in problems.items() if not problem]
    if not told:
        raise NothingToSend(next(iter(problems.values())))
    tickets = [describe_ticket(each, was[each.pk], now) for each in told]
    order, event = told[0].line.order, told[0].date_change.occurrence.event
    calendar = build_changed_calendar([each.line for each in told], attendee=order.user.email, now=now)
    context = {**tickets[0], "tickets": tickets, "has_calendar": bool(calendar)}
    choices = {ticket["what"] if ticket["until"] else "" for ticket in tickets}
    choose = f": choose {choices.pop()}" if len(choices) == 1 and "" not in choices else ""
    if len(told) == 1:
        return render_email(order, f"{tickets[0]['headline']}{choose}", context, attachments=calendar)
    subject = f"{len(told)} dates of {one_printable_line(event.name)} move{choose}"
    return MessageContent(subject, {"first_name": order.user.first_name, **context}, calendar)


def find_problem(entitlement: Entitlement, was: Setting, kind: str, now: datetime) -> str:
    """Return why there is nothing to tell any more about a ticket, or ""."""
    booking = entitlement.line.booking
    date = booking.occurrence
    if date.pk != entitlement.date_change.occurrence_id or not count_seats(booking):
        return "the seats were moved or returned."
    if entitlement.outcome == Entitlement.Outcome.REPLACED or (kind == "moved_choice") != date.takes_place:
        return "the date was changed again."
    if date.takes_place and (date.setting == was or date.starts_at <= now):
        return "the date is back at its time, or has started."
    return ""


def describe_ticket(entitlement: Entitlement, was: Setting, now: datetime) -> dict[str, Any]:
    line = entitlement.line
    booking, date, order = line.booking, line.booking.occurrence, line.order
    new = date.setting if date.takes_place else None
    is_free = not read_values(order).get_seats(line.pk, booking.live_seats)  # or all of it was returned before
    has_other_date = has_date_to_move_to(booking, now)
    has_choice = entitlement.is_open(now) and (has_other_date or not is_free)
    return {
        **build_context(entitlement.date_change, was, new),
        "seats": format_seats(booking.live_seats),
        "seat_count": booking.live_seats,
        "is_free": is_free,
        "what": format_choice(is_free=is_free, has_other_date=has_other_date),
        "has_other_date": has_other_date,
        "until": format_deadline(entitlement.until) if has_choice else "",
        "money_note": "" if has_choice else format_money_note(order, [line.pk], now),
        "gift_note": "" if new else format_order_gift_note(order),
        "order": {"number": order.number, "is_test": order.is_test},
        "order_url": get_order_url(order),
    }


@log_posting_errors
def email_back(entitlement: Entitlement) -> None:
    """Tell the buyer of seats that were not refunded that their canceled date takes place again."""
    line = entitlement.line
    if user := get_buyer(line.order):
        raise_calendar_sequence(line.booking)
        post_mail("date_back", to=user.email, owner_id=user.pk, about=str(entitlement.pk))


def write_back(mail: Outgoing) -> MessageContent:
    """Raise NothingToSend without seats on the date, and if it was changed again or has started."""
    entitlement = ENTITLEMENTS.get(pk=mail.about)
    line, date = entitlement.line, entitlement.date_change.occurrence
    booking, order, now = line.booking, line.order, timezone.now()
    if booking.status != Booking.Status.CONFIRMED or booking.occurrence_id != date.pk or not booking.live_seats:
        raise NothingToSend("the seats were moved or returned.")
    if not date.takes_place or date.starts_at <= now:
        raise NothingToSend("the date was canceled again, or has started.")
    calendar = build_changed_calendar([line], attendee=order.user.email, now=now)
    is_free = not read_values(order).get_seats(line.pk, booking.live_seats)
    has_other_date = has_date_to_move_to(booking, now)
    has_choice = entitlement.is_open(now) and (has_other_date or not is_free)
    context = {
        "event": describe_event(date.event),
        "day": format_day(date.starts_at),
        "when": format_when(date.starts_at, date.ends_at),
        "place": format_place(date.venue),
        "seats": format_seats(booking.live_seats),
        "seat_count": booking.live_seats,
        "is_free": is_free,
        "what": format_choice(is_free=is_free, has_other_date=has_other_date),
        "until": format_deadline(entitlement.until) if has_choice else "",
        "has_calendar": bool(calendar),
    }
    return render_email(order, f"{format_day(date.starts_at)} takes place after all", context, attachments=calendar)


def email_staff_booking(change: DateChange, booking: Booking) -> None:
    """Tell staff who booked by hand, before their seats end."""
    if change.takes_place:
        booking_mails.date_of_booking_moved(booking, was=change.was, reason=change.reason)
    else:
        now = timezone.now()
        booking_mails.booking_canceled(booking, reason=change.reason, now=now, notes=CancelNotes())


@log_posting_errors
def email_news(change: DateChange, user: User, is_waiting: bool) -> None:
    """Tell somebody that their order, or their place on the waiting list, has ended."""
    if not user.is_deleted:
        data = {"first_name": user.first_name, "is_waiting": is_waiting}
        post_mail("date_changed", to=user.email, owner_id=user.pk, about=change.public_id, data=data)


def write_news(mail: Outgoing) -> MessageContent:
    """Say what became of the date by now. Nothing brings back the order or the place on the waiting list."""
    change = DateChange.objects.select_related("occurrence__event").filter(public_id=mail.about).first()
    if change is None:
        raise NothingToSend("the date was deleted.")
    date = change.occurrence
    (was, _), new = read_told_times(change), date.setting if date.takes_place else None
    is_back = new is not None and new.arrival == was.arrival
    event_url = f"{settings.SITE_URL}/product/{date.event.public_id}"
    context = {
        **mail.data,
        **build_context(change, was, new),
        "is_back": is_back,
        "event_url": get_event_url(date.event.public_id, new.starts_at) if new else event_url,
    }
    day = format_day(was.starts_at)
    return MessageContent(f"{day} takes place after all" if is_back else format_subject(was, new, date), context)


def build_context(change: DateChange, was: Setting, new: Setting | None) -> Mapping[str, Any]:
    """Return what the emails say about the change. `new` is when the date takes place instead, if it does."""
    date = change.occurrence
    return {
        "event": describe_event(date.event),
        "day": format_day(was.starts_at),
        "when": format_former(was, date),
        "place": format_place(date.venue),
        "reason": find_reason(change),
        "new_when": format_when(new.starts_at, new.ends_at) if new else "",
        "headline": format_subject(was, new, date),
        "news": format_news([(was, date)]),
    }


def find_reason(change: DateChange) -> str:
    """Return why the date is as it is now, since it may have changed again. Empty: staff gave no reason."""
    kinds = MOVES if change.occurrence.takes_place else [DateChange.Kind.CANCELED]
    later = change.occurrence.history.filter(pk__gte=change.pk, kind__in=kinds).exclude(reason="").last()
    return later.reason if later else ""


def format_subject(was: Setting, new: Setting | None, date: Occurrence) -> str:
    """Return "Fri, Dec 4 moves to Sat, Dec 5, 7:00 PM, at the Barge", as far as it is news, or "… is canceled"."""
    day = format_day(was.starts_at)
    if new is None:
        return f"{day} is canceled"
    is_elsewhere = new.place != was.place
    venue = (format_venue(format_place(date.venue)) or "another place") if is_elsewhere else ""
    if venue and new.starts_at == was.starts_at:
        return f"{day} is now at {venue}"
    return f"{day} moves to {format_start(new.starts_at)}{venue and f', at {venue}'}"


def format_start(start: datetime) -> str:
    """Format as "Sat, Dec 5, 7:00 PM"."""
    return f"{format_day(start)}, {format_time(start.astimezone(get_shop_zone()))}"
