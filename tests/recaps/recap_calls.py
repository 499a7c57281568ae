"""A Friday with buyers, its door, and the emails of the morning after."""

from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any
from uuid import uuid4

from accounts.models import User
from bookings.models import Booking, Pass
from bookings.services.passes import record_moves
from door.models import Door, DoorEntry
from events.models import Occurrence
from orders.models import Order
from recaps.services import send_recaps
from tests.conftest import signed_in
from tests.orders.event_dates import FRIDAY_EVENING
from tests.support.factories import UserFactory
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order

WEEK = timedelta(days=7)
SATURDAY_AT_TEN = FRIDAY_EVENING + timedelta(hours=15)


def sell(paypal: Any, date: Occurrence, *names: str, seats: int = 2, gift: float = 0) -> list[dict[str, Any]]:
    """Sell seats to these people, such as "ana". Return the orders."""
    buyers = [get_user(name) for name in names]
    return [create_paid_order(paypal, signed_in(buyer), date, seats=seats, gift=gift) for buyer in buyers]


def get_user(name: str) -> User:
    email = f"{name}@example.com"
    return User.objects.filter(email=email).first() or UserFactory(email=email, first_name=name.capitalize())


def put_in_review(name: str) -> None:
    """Let this buyer's order be in review, with seats that are on hold."""
    orders = Order.objects.filter(user=get_user(name))
    bookings = Booking.objects.filter(order_line__order__in=orders)
    bookings.update(status=Booking.Status.PENDING)
    record_moves(booking_ids=bookings.values_list("pk", flat=True))
    orders.update(status=Order.Status.REVIEW)


def thank(now: datetime = SATURDAY_AT_TEN) -> list[EmailMessage]:
    """Send what is due at that time. Return all thank-you emails so far, as email programs read them."""
    send_recaps(now=now)
    sent = [message.message().as_bytes() for message in [*delivered("recap"), *delivered("guest_recap")]]
    return [message_from_bytes(content, policy=policy.default) for content in sent]


def list_addresses(messages: list[EmailMessage]) -> list[str]:
    return sorted(str(message["To"]) for message in messages)


def read_text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


class FridayDoor:
    """The door of a date. Its entries are rows, because a date in the future lets nobody in."""

    def __init__(self, date: Occurrence) -> None:
        self.door = Door.objects.create(occurrence=date)
        self.phone = self.door.phones.create(uuid=uuid4(), name="Ana")
        self.at = date.starts_at

    def let_in(self, ticket: Pass, seats: int = 1) -> None:
        number = self.phone.entries.count() + 1
        DoorEntry.objects.create(
            phone=self.phone, seq=number, at=self.at, received_at=self.at, kind="in", ticket=ticket, seats=seats
        )

    def let_in_buyer(self, name: str) -> None:
        booking = Booking.objects.get(occurrence=self.door.occurrence, user=get_user(name))
        self.let_in(booking.passes.live().get(seat_link=None))

    def close(self) -> None:
        self.door.closed_at, self.door.closed_by = self.door.occurrence.ends_at, UserFactory(is_staff=True)
        self.door.save()
