"""Export all personal data that the shop stores about one user."""

from collections.abc import Collection, Iterable
from typing import Any

from auditlog.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from accounts.models import User
from bookings.models import Booking
from charityshop import audit
from charityshop.erasure import entries_about_rows, messages_of
from charityshop.models import OutgoingMail
from orders.api.serializers.orders import OrderSerializer
from orders.models import Order

Data = dict[str, Any]


def personal_data_of(person: User) -> Data:
    """Return the export as plain values. Names of other users are left out."""
    orders = list(Order.objects.filter(user=person).with_lines().order_by("public_id"))
    return {
        "account": account_of(person),
        "secondFactor": second_factor_of(person),
        "signedInOn": [device_of(session) for session in person.sessions.alive().order_by("signed_in_at")],
        "placesSignedInFrom": [audit.as_text(place.seen_at) for place in person.places.order_by("seen_at")],
        "orders": [order_of(order) for order in orders],
        "bookingsMadeByStaff": [booking_of(booking) for booking in bookings_by_hand(person)],
        "mails": [mail_of(mail) for mail in messages_of(person.pk).order_by("created_at", "pk")],
        "records": [record_of(entry, person, own_orders=orders) for entry in entries_about(person, orders)],
    }


def account_of(person: User) -> Data:
    return {
        "_id": person.public_id,
        "email": person.email,
        "firstName": person.first_name,
        "lastName": person.last_name,
        "isAdmin": person.is_staff,
        "requiresPasswordReset": person.requires_password_reset,
        "joinedAt": audit.as_text(person.date_joined),
        "lastSignInAt": audit.as_text(person.last_login),
    }


def second_factor_of(person: User) -> Data:
    """Return whether there is a second factor, without its secret."""
    if not person.has_second_factor:
        return {"isOn": False}
    factor = person.second_factor
    left = factor.recovery_codes.filter(used_at=None).count()
    return {"isOn": True, "since": audit.as_text(factor.confirmed_at), "recoveryCodesLeft": left}


def device_of(session: Any) -> Data:
    return {
        "device": session.device,
        "signedInAt": audit.as_text(session.signed_in_at),
        "lastSeenAt": audit.as_text(session.seen_at),
    }


def order_of(order: Order) -> Data:
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
    return {**OrderSerializer(order).data, "payments": payments, "refundReasons": reasons}


def bookings_by_hand(person: User) -> Iterable[Booking]:
    return Booking.objects.filter(user=person, order_line=None).select_related("occurrence__event").order_by("pk")


def booking_of(booking: Booking) -> Data:
    return {
        "_id": booking.public_id,
        "event": booking.occurrence.event.name,
        "startTime": audit.as_text(booking.occurrence.starts_at),
        "seats": booking.seats,
        "status": booking.status,
    }


def mail_of(mail: OutgoingMail) -> Data:
    """Return an email, without the text of emails that contain a secret link."""
    return {
        "to": mail.to,
        "subject": mail.subject,
        "text": "" if mail.is_secret else mail.text,
        "writtenAt": audit.as_text(mail.created_at),
        "sentAt": audit.as_text(mail.sent_at),
    }


def entries_about(person: User, orders: list[Order]) -> Iterable[LogEntry]:
    """Return audit log entries about the account and its orders, and those of the user's own actions."""
    account = Q(content_type=ContentType.objects.get_for_model(User), object_pk=str(person.pk))
    about = account | Q(actor_id=person.pk) | entries_about_rows(Order, [order.pk for order in orders])
    found: Iterable[LogEntry] = LogEntry.objects.filter(about).order_by("timestamp", "pk")
    return found


def record_of(entry: LogEntry, person: User, *, own_orders: Collection[Order]) -> Data:
    """Return an audit log entry. Changes are shown only for the user's own account and orders."""
    owned = {(User, str(person.pk)), *((Order, str(order.pk)) for order in own_orders)}
    is_own = (entry.content_type.model_class(), entry.object_pk) in owned
    shown = {"changes": entry.changes or {}} if is_own else {}
    more = entry.additional_data or {}
    by = "you" if entry.actor_id == person.pk else "staff" if entry.actor_id else audit.THE_SHOP
    return {"at": audit.as_text(entry.timestamp), "by": by, "did": more.get("did", ""), **shown}
