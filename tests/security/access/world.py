"""Who calls, and what there is to be called about."""

from dataclasses import dataclass
from http.cookies import SimpleCookie
from io import BytesIO

from auditlog.models import LogEntry
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image
from rest_framework.test import APIClient

from accounts.models import SecondFactor, User
from accounts.tokens import link_token
from charityshop import audit
from charityshop.models import Counter, OutgoingMail, Retry
from events.models import Event, ProgrammeStamp
from orders.models import Order, OrderLine, Payment, PaymentAlert, PlacedRequest, Refund, UnmatchedPayment, WebhookEvent
from tests.conftest import signed_in
from tests.orders.asking import an_order_for, ask_to_place, pay_as_a_test, place
from tests.support.factories import EventFactory, OccurrenceFactory, UserFactory, in_days

PICTURE = "events/0123456789abcdef0123456789abcdef.jpg"
PEOPLE = {
    "user": {},
    "other user": {},
    "flagged": {"requires_password_reset": True},
    "deactivated": {"is_active": False},
    "admin": {"is_staff": True},
    "flagged admin": {"is_staff": True, "requires_password_reset": True},
    "operator": {"is_staff": True, "is_superuser": True},
    "flagged operator": {"is_staff": True, "is_superuser": True, "requires_password_reset": True},
}


@dataclass(frozen=True, slots=True)
class World:
    """`people` by their column's name; `things` are what stands in the table's paths, such as `{night}`."""

    people: dict[str, User]
    sessions: dict[str, str]
    things: dict[str, str]

    def client(self, who: str) -> APIClient:
        """Signed in as they were before anything was asked; each call gets a client of its own."""
        client = signed_in()
        client.raise_request_exception = False  # a crash is a 500 like any other answer
        if who in self.sessions:
            client.cookies = SimpleCookie({settings.SESSION_COOKIE_NAME: self.sessions[who]})
        return client

    def path(self, written: str) -> str:
        return written.format(**self.things)


def build_world() -> World:
    """Everybody signs in while all is well; only then is somebody flagged or switched off."""
    people = {
        who: UserFactory(email=f"{who.replace(' ', '.')}@example.com", is_staff=rights.get("is_staff", False))
        for who, rights in PEOPLE.items()
    }
    clients = {who: signed_in(person) for who, person in people.items()}
    things = things_of(people) | shop_things(clients["user"], people["user"])
    for who, rights in PEOPLE.items():
        User.objects.filter(pk=people[who].pk).update(**rights)
    sessions = {who: client.cookies[settings.SESSION_COOKIE_NAME].value for who, client in clients.items()}
    return World(people, sessions, things)


def things_of(people: dict[str, User]) -> dict[str, str]:
    ids = {who.replace(" ", "_"): person.public_id for who, person in people.items()}
    session = people["user"].sessions.get().public_id
    return ids | {"session": session, "link": link_token(people["other user"])}


def shop_things(as_user: APIClient, user: User) -> dict[str, str]:
    """A night with a paid and a held order of the user's, nights in every other state, and a row in every table."""
    night = OccurrenceFactory(event__maximum_event_capacity=20)
    fresh, skipped = OccurrenceFactory(), OccurrenceFactory(status="skipped")
    draft, archived = EventFactory(status=Event.Status.DRAFT), EventFactory(status=Event.Status.ARCHIVED)
    asked = ask_to_place(as_user, an_order_for(night), **{"Idempotency-Key": "1"}).json()
    paid, held = pay_as_a_test(as_user, asked), place(as_user, night)
    rows = a_row_of_each(Order.objects.get(public_id=paid["_id"]), user)
    store_picture()
    return rows | {
        "night": night.event.public_id,
        "start": f"{night.starts_at:%Y-%m-%dT%H:%M:%SZ}",
        "fresh": fresh.event.public_id,
        "fresh_start": f"{fresh.starts_at:%Y-%m-%dT%H:%M:%SZ}",
        "skipped": skipped.event.public_id,
        "skipped_start": f"{skipped.starts_at:%Y-%m-%dT%H:%M:%SZ}",
        "draft": draft.public_id,
        "archived": archived.public_id,
        "paid": paid["_id"],
        "held": held["_id"],
        "booking": paid["orderItems"][0]["bookings"][0]["_id"],
        "pending": held["orderItems"][0]["bookings"][0]["_id"],
        "picture": PICTURE,
    }


def a_row_of_each(order: Order, user: User) -> dict[str, str]:
    """For the console: the key of one row in each of its tables."""
    payment = Payment.objects.create(order=order, create_key="create", amount="1.00", status=Payment.Status.REFUSED)
    capture = UnmatchedPayment.objects.create(capture_id="CAPTURE1", amount="9.00", currency="USD", request_key="k")
    alert = PaymentAlert.objects.create(
        kind="dispute", reference="PP-D-1", amount="9.00", currency="USD", message="A case."
    )
    mail = OutgoingMail.objects.create(kind="order_paid", to=user.email, subject="Hello", give_up_at=in_days(1))
    audit.record("looked at", order, by=user)
    # Begun and not confirmed, so it asks nothing of anybody.
    factor = SecondFactor.objects.create(user=user, secret="JBSWY3DPEHPK3PXP" * 2)
    rows = {
        "accounts/user": user,
        "accounts/session": user.sessions.get(),
        "accounts/secondfactor": factor,
        "accounts/recoverycode": factor.recovery_codes.create(mark="abcd", encoded="hash"),
        "accounts/signinplace": user.places.create(place="hash"),
        "auditlog/logentry": LogEntry.objects.get(additional_data__did="looked at"),
        "bookings/booking": order.lines.get().booking,
        "charityshop/counter": Counter.objects.create(key="hash", count=1, ends_at=in_days(1)),
        "charityshop/outgoingmail": mail,
        "charityshop/retry": Retry.objects.create(job="refund", row="1"),
        "events/event": order.lines.get().booking.occurrence.event,
        "events/programmestamp": ProgrammeStamp.objects.get(),
        "events/occurrence": order.lines.get().booking.occurrence,
        "orders/order": order,
        "orders/orderline": OrderLine.objects.get(order=order),
        "orders/payment": payment,
        "orders/paymentalert": alert,
        "orders/placedrequest": PlacedRequest.objects.get(),
        "orders/refund": Refund.objects.create(order=order, amount="0.00", reason="None.", request_key="refund"),
        "orders/unmatchedpayment": capture,
        "orders/webhookevent": WebhookEvent.objects.create(event_id="WH1", event_type="PAYMENT", body={}),
    }
    keys = {name: str(row.pk) for name, row in rows.items()}
    return keys | {"capture": capture.capture_id, "alert": alert.public_id}


def store_picture() -> None:
    default_storage.save(PICTURE, ContentFile(a_picture()))


def a_picture() -> bytes:
    file = BytesIO()
    Image.new("RGB", (220, 210), "green").save(file, "PNG")
    return file.getvalue()
