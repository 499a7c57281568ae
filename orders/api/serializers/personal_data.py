"""Export all personal data that the shop stores about one user."""

from collections.abc import Collection, Iterable
from typing import Any

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from accounts.models import User
from bookings.models import Booking, Pass, SeatLink
from charityshop import audit
from charityshop.erasure import entries_about_rows, messages_of
from charityshop.models import OutgoingMail
from discounts.models import Membership
from orders.api.serializers.orders import OrderSerializer
from orders.models import Message, Order
from waiting.models import Entry

Data = dict[str, Any]


def export_personal_data(user: User) -> Data:
    """Return the export as plain values. Names of other users are left out."""
    orders = list(Order.objects.filter(user=user).with_lines().order_by("public_id"))
    return {
        "account": export_account(user),
        "membership": export_membership(Membership.objects.filter(user=user).first()),
        "secondFactor": export_second_factor(user),
        "signedInOn": [export_session(session) for session in user.sessions.alive().order_by("signed_in_at")],
        "placesSignedInFrom": [audit.as_text(place.seen_at) for place in user.places.order_by("seen_at")],
        "orders": [export_order(order) for order in orders],
        "bookingsMadeByStaff": [export_booking(booking) for booking in list_staff_bookings(user)],
        "passes": [export_pass(ticket) for ticket in list_passes(user)],
        "seatLinks": [export_link(link) for link in list_links(user)],
        "waitingLists": [export_waiting(entry) for entry in list_waiting_entries(user)],
        "messagesWritten": [export_written(message) for message in list_written(user)],
        "mails": [export_message(mail) for mail in messages_of(user.pk).order_by("created_at", "pk")],
        "records": [export_entry(entry, user, own_orders=orders) for entry in list_entries(user, orders)],
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
    left = factor.recovery_codes.filter(used_at=None).count()
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
        }
        for payment in order.payments.all()
    ]
    reasons = [{"amount": float(refund.amount), "reason": refund.reason} for refund in order.refunds.all()]
    return {**without_passes(OrderSerializer(order).data), "payments": payments, "refundReasons": reasons}


def without_passes(order: Data) -> Data:
    """Leave out the passes, which are exported without their codes, and without those of guests."""
    for item in order["orderItems"]:
        for booking in item["bookings"]:
            del booking["passes"]
    return order


def list_staff_bookings(user: User) -> Iterable[Booking]:
    return (
        Booking.objects.filter(user=user, kind=Booking.Kind.BY_HAND).select_related("occurrence__event").order_by("pk")
    )


def export_booking(booking: Booking) -> Data:
    return {
        "_id": booking.public_id,
        "event": booking.occurrence.event.name,
        "startTime": audit.as_text(booking.occurrence.starts_at),
        "seats": booking.seats,
        "status": booking.status,
    }


def list_links(user: User) -> Iterable[SeatLink]:
    return SeatLink.objects.filter(booking__user=user).select_related("booking")


def export_link(link: SeatLink) -> Data:
    """Return a seat that the user gave away, without the guest, who is somebody else, and without its secret link."""
    return {"booking": link.booking.public_id, "status": link.state, "createdAt": audit.as_text(link.created_at)}


def list_passes(user: User) -> Iterable[Pass]:
    """Return the tickets of the user's bookings, without those of guests."""
    return Pass.objects.filter(booking__user=user, seat_link=None).select_related("booking")


def export_pass(ticket: Pass) -> Data:
    """Return a ticket without its code, with which anybody could enter."""
    return {
        "booking": ticket.booking.public_id,
        "seats": ticket.seats,
        "label": ticket.label,
        "status": ticket.state,
        "endedAt": audit.as_text(ticket.ended_at),
    }


def list_waiting_entries(user: User) -> Iterable[Entry]:
    return Entry.objects.filter(user=user).select_related("occurrence__event").order_by("pk")


def export_waiting(entry: Entry) -> Data:
    return {
        "_id": entry.public_id,
        "event": entry.occurrence.event.name,
        "startTime": audit.as_text(entry.occurrence.starts_at),
        "seats": entry.seats,
        "seatsAtLeast": entry.at_least,
        "status": entry.status,
        "joinedAt": audit.as_text(entry.created_at),
        "offeredUntil": audit.as_text(entry.offered_until),
    }


def list_written(user: User) -> Iterable[Message]:
    """Return what a staff user wrote to the people of a date."""
    return Message.objects.filter(by=user).order_by("pk")


def export_written(message: Message) -> Data:
    return {"subject": message.subject, "text": message.body, "sentAt": audit.as_text(message.created_at)}


def export_message(mail: OutgoingMail) -> Data:
    """Return an email, without the text of emails that contain a secret link."""
    return {
        "to": mail.to,
        "subject": mail.subject,
        "text": "" if mail.is_secret else mail.text,
        "writtenAt": audit.as_text(mail.created_at),
        "sentAt": audit.as_text(mail.sent_at),
    }


def list_entries(user: User, orders: list[Order]) -> Iterable[LogEntry]:
    """Return audit log entries about the account and its orders, and those of the user's own actions."""
    account = Q(content_type=ContentType.objects.get_for_model(User), object_pk=str(user.pk))
    about = account | Q(actor_id=user.pk) | entries_about_rows(Order, [order.pk for order in orders])
    found: Iterable[LogEntry] = LogEntry.objects.filter(about).order_by("timestamp", "pk")
    return found


def export_entry(entry: LogEntry, user: User, *, own_orders: Collection[Order]) -> Data:
    """Return an audit log entry. Changes are shown only for the user's own account and orders."""
    owned = {(User, str(user.pk)), *((Order, str(order.pk)) for order in own_orders)}
    is_own = (entry.content_type.model_class(), entry.object_pk) in owned
    shown = {"changes": entry.changes or {}} if is_own else {}
    more = entry.additional_data or {}
    by = "you" if entry.actor_id == user.pk else "staff" if entry.actor_id else audit.THE_SHOP
    return {"at": audit.as_text(entry.timestamp), "by": by, "did": more.get("did", ""), **shown}
