"""Export all personal data that the shop stores about one user."""

import logging
from typing import Any

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from accounts.models import User
from bookings.models import Booking, Pass, SeatLink, WaitingEntry
from bookings.selectors.questions import export_answers
from charityshop import audit
from charityshop.branding.shop import current_shop
from charityshop.erasure import NOTES, TYPED
from discounts.models import Membership
from notices.models import Message
from orders.models import Order
from outbox.erasure import messages_of
from outbox.mail.delivery import get_content, render
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from payments.models import PaymentAlert, Refund, WebhookEvent
from payments.selectors.order_money import format_reason
from payments.selectors.personal_rows import filter_entries, filter_explanations, filter_webhooks
from purchases.api.serializers.orders import OrderSerializer
from purchases.selectors.order_details import collect_details, read_whole
from tables.services.personal_data import export_seats

Data = dict[str, Any]
log = logging.getLogger(__name__)


def export_personal_data(user: User) -> Data:
    """Return the export as plain values. Names of other users are left out."""
    found = Order.objects.filter(user=user).order_by("public_id")
    orders = list(read_whole(found).prefetch_related("payments", "refunds__change"))
    return {
        "account": export_account(user),
        "membership": export_membership(Membership.objects.filter(user=user).first()),
        "secondFactor": export_second_factor(user),
        "signedInOn": [export_session(session) for session in user.sessions.alive().order_by("signed_in_at")],
        "placesSignedInFrom": [audit.as_text(place.seen_at) for place in user.places.order_by("seen_at")],
        "orders": [export_order(order) for order in orders],
        "bookingsMadeByStaff": export_staff_bookings(user),
        "passes": export_passes(user),
        "answers": export_answers(user),
        "seatLinks": export_links(user),
        "waitingLists": export_waiting_lists(user),
        "messagesWritten": export_written_messages(user),
        "mails": [export_message(mail) for mail in messages_of(user.pk).order_by("created_at", "pk")],
        "paypalNotifications": [export_webhook(event) for event in filter_webhooks(orders).order_by("pk")],
        "paymentAlerts": list(PaymentAlert.objects.filter(order__in=orders).values_list("message", flat=True)),
        "paymentsExplained": list(filter_explanations(orders).values_list("text", flat=True)),
        "records": export_entries(user, orders),
        "tables": export_seats(user),
    }


def export_account(user: User) -> Data:
    return {
        "_id": user.public_id,
        "email": user.email,
        "firstName": user.first_name,
        "lastName": user.last_name,
        "isAdmin": user.is_staff,
        "requiresPasswordReset": user.requires_password_reset,
        "reminders": user.reminders,
        "salesEmails": user.sales_emails,
        "joinedAt": audit.as_text(user.date_joined),
        "lastSignInAt": audit.as_text(user.last_login),
    }


def export_membership(member: Membership | None) -> Data | None:
    if member is None:
        return None
    return {
        "number": member.number,
        "email": member.email,
        "validFrom": member.valid_from.isoformat(),
        "validUntil": member.valid_until.isoformat(),
    }


def export_second_factor(user: User) -> Data:
    """Return whether there is a second factor, without its secret."""
    if not user.has_second_factor:
        return {"isOn": False}
    factor = user.second_factor
    left = len(factor.recovery_codes)
    return {"isOn": True, "since": audit.as_text(factor.confirmed_at), "recoveryCodesLeft": left}


def export_session(session: Any) -> Data:
    return {
        "device": session.device,
        "signedInAt": audit.as_text(session.signed_in_at),
        "lastSeenAt": audit.as_text(session.seen_at),
    }


def export_order(order: Order) -> Data:
    payments = [
        {
            "amount": float(payment.amount),
            "currency": payment.currency,
            "status": payment.status,
            "paypalOrder": payment.paypal_order_id or "",
            "capture": payment.capture_id or "",
            "capturedAt": audit.as_text(payment.captured_at),
            **export_texts(payment, "last_problem"),
        }
        for payment in order.payments.all()
    ]
    reasons = [
        {
            "amount": float(refund.amount),
            "reason": format_reason(refund),
            **export_texts(refund, "note", "last_problem"),
        }
        for refund in order.refunds.all()
        if refund.kind != Refund.Kind.RETURNED
    ]
    return {
        **without_passes(OrderSerializer(collect_details(order)).data),
        "payments": payments,
        "refundReasons": reasons,
    }


def export_texts(row: Model, *columns: str) -> Data:
    """Return the texts that are not empty."""
    return {column.removeprefix("last_"): text for column in columns if (text := getattr(row, column))}


def without_passes(order: Data) -> Data:
    """Leave out the passes, which are exported without their codes, and without those of guests."""
    for item in order["orderItems"]:
        for booking in item["bookings"]:
            del booking["passes"]
    return order


def export_staff_bookings(user: User) -> list[Data]:
    bookings = Booking.objects.filter(user=user, kind=Booking.Kind.BY_HAND).select_related("occurrence__event")
    return [
        {
            "_id": booking.public_id,
            "event": booking.occurrence.event.name,
            "startTime": audit.as_text(booking.occurrence.starts_at),
            "seats": booking.seats,
            "reason": booking.reason,
            "status": booking.status,
        }
        for booking in bookings.order_by("pk")
    ]


def export_links(user: User) -> list[Data]:
    """Return the seats that the user gave away, without the guests, who are others, and without the secret links."""
    return [
        {"booking": link.booking.public_id, "status": link.state, "createdAt": audit.as_text(link.created_at)}
        for link in SeatLink.objects.filter(booking__user=user).select_related("booking")
    ]


def export_passes(user: User) -> list[Data]:
    """Return the tickets of the user's bookings, without those of guests."""
    tickets = Pass.objects.filter(booking__user=user, seat_link=None)
    return [export_pass(ticket) for ticket in tickets.select_related("booking").prefetch_related("moves")]


def export_pass(ticket: Pass) -> Data:
    """Return a ticket without its code, with which anybody could enter."""
    ended_at = max(move.at for move in ticket.moves.all()) if ticket.ended_because else None
    return {
        "booking": ticket.booking.public_id,
        "seats": ticket.seats,
        "label": ticket.label,
        "status": ticket.state,
        "endedAt": audit.as_text(ended_at),
    }


def export_waiting_lists(user: User) -> list[Data]:
    return [
        {
            "_id": entry.public_id,
            "event": entry.occurrence.event.name,
            "startTime": audit.as_text(entry.occurrence.starts_at),
            "seats": entry.seats,
            "seatsAtLeast": entry.at_least,
            "status": entry.status,
            "joinedAt": audit.as_text(entry.created_at),
            "offeredUntil": audit.as_text(entry.offered_until),
        }
        for entry in WaitingEntry.objects.filter(user=user).select_related("occurrence__event").order_by("pk")
    ]


def export_written_messages(user: User) -> list[Data]:
    """Return what a staff user wrote to the people of a date."""
    return [
        {"subject": message.subject, "text": message.body, "sentAt": audit.as_text(message.created_at)}
        for message in Message.objects.filter(by=user).order_by("pk")
    ]


def export_webhook(event: WebhookEvent) -> Data:
    """Return what PayPal sent about a payment, which names the payer."""
    return {"receivedAt": audit.as_text(event.received_at), "body": event.body}


def export_message(mail: Outgoing) -> Data:
    """Return an email as it was or will be sent, without the text of emails that contain a secret link."""
    try:
        if not mail.sent_at and (mail.about or mail.data):
            render(mail, get_content(mail), current_shop())  # in memory
    except NothingToSend:
        pass  # it won't be sent
    except Exception:  # as when it is sent, which is tried again
        log.exception("mail %s cannot be written for an export", mail.public_id)
    return {
        "to": mail.to,
        "subject": mail.subject,
        "text": "" if mail.is_secret else mail.text,
        "writtenAt": audit.as_text(mail.created_at),
        "sentAt": audit.as_text(mail.sent_at),
    }


def export_entries(user: User, orders: list[Order]) -> list[Data]:
    """Return audit log entries about the account and what is the user's, and those of the user's own actions."""
    account = Q(content_type=ContentType.objects.get_for_model(User), object_pk=str(user.pk))
    own = account | filter_entries(user, orders)
    owned = set(LogEntry.objects.filter(own).values_list("pk", flat=True))
    found = LogEntry.objects.filter(own | Q(actor_id=user.pk)).order_by("timestamp", "pk")
    return [export_entry(entry, user, is_own=entry.pk in owned) for entry in found]


def export_entry(entry: LogEntry, user: User, *, is_own: bool) -> Data:
    """Return an audit log entry. Changes and texts are shown only for what is the user's own."""
    more = entry.additional_data or {}
    texts = {name: more[name] for name in (*TYPED, *NOTES) if more.get(name)}
    shown = {"changes": entry.changes or {}, **texts} if is_own else {}
    by = "you" if entry.actor_id == user.pk else "staff" if entry.actor_id else audit.THE_SHOP
    return {"at": audit.as_text(entry.timestamp), "by": by, "did": more.get("did", ""), **shown}
