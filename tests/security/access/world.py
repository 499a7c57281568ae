"""The users who make the calls, and the rows that the calls are about."""

from dataclasses import dataclass
from http.cookies import SimpleCookie
from uuid import uuid4

from auditlog.models import LogEntry
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import Model
from django.utils import timezone
from PIL import Image
from rest_framework.test import APIClient

from accounts.models import SecondFactor, SignInCode, User
from accounts.tokens import link_token
from bookings.models import Question, WaitingEntry
from changes.models import Change, Entitlement, ZoneChange
from charityshop import audit
from charityshop.models import Counter, HandledRequest, Retry
from charityshop.time_zone import read_file
from discounts.models import Membership, Voucher
from door.models import Door, DoorLink, Phone
from door.selectors.pay_links import format_pay_url
from door.services.doors import create_link
from door.services.phones import sign_in_phone
from events.models import DateChange, Event
from giving.models import Goal
from ledger.calendar import LedgerMonth
from notices.models import Message, Notice
from notices.services.send_reminders import get_mail_off_url
from orders.models import Order, OrderLine
from outbox.models import Outgoing
from payments.models import Payment, PaymentAlert, Refund, RefundPart, Transfer, WebhookEvent
from recaps.services import make_answer_token
from tables.models import Tournament
from tests.conftest import signed_in
from tests.events.images import encode
from tests.orders.api_calls import build_order, create_order, format_start, pay_test_order, post_money
from tests.orders.waiting_lists import create_full_date
from tests.security.access import rows as more_rows
from tests.support.factories import (
    EventFactory,
    GuestFactory,
    OccurrenceFactory,
    PlaceFactory,
    SeatLinkFactory,
    UserFactory,
    create_notice,
    in_days,
    write_canceled,
)

IMAGE = "events/0123456789abcdef0123456789abcdef.jpg"
USERS = {
    "user": {},
    "other user": {},
    "flagged": {"requires_password_reset": True},
    "deactivated": {"is_active": False},
    "admin": {"is_staff": True},
    "flagged admin": {"is_staff": True, "requires_password_reset": True},
    "operator": {"is_staff": True, "is_superuser": True},
    "flagged operator": {"is_staff": True, "is_superuser": True, "requires_password_reset": True},
}

# Volunteers' phones, by the role of their link.
PHONES = {"scorekeeper": DoorLink.Role.TABLES, "phone": DoorLink.Role.DOOR, "till": DoorLink.Role.TILL}


@dataclass(frozen=True, slots=True)
class World:
    """`users` by the name of their column; `ids` are the values in the matrix's paths, such as `{event}`."""

    users: dict[str, User]
    sessions: dict[str, str]
    ids: dict[str, str]

    def client(self, who: str) -> APIClient:
        """Return a new client with the user's session as it was before the first call."""
        client = signed_in()
        client.raise_request_exception = False  # a crash is a response with status 500
        if who in self.sessions:
            name = settings.DOOR_COOKIE_NAME if who in PHONES else settings.SESSION_COOKIE_NAME
            client.cookies = SimpleCookie({name: self.sessions[who]})
        return client

    def path(self, template: str) -> str:
        return template.format(**self.ids)


def build_world() -> World:
    """Sign in every user, and flag or deactivate some of them afterwards."""
    users = {
        who: UserFactory(email=f"{who.replace(' ', '.')}@example.com", is_staff=rights.get("is_staff", False))
        for who, rights in USERS.items()
    }
    clients = {who: signed_in(user) for who, user in users.items()}
    ids = make_user_ids(users) | make_shop_ids(clients["user"], users["user"])
    for who, rights in USERS.items():
        User.objects.filter(pk=users[who].pk).update(**rights)
    sessions = {who: client.cookies[settings.SESSION_COOKIE_NAME].value for who, client in clients.items()}
    tokens, door_ids = sign_in_phones(Door.objects.get(public_id=ids["night"]), users["admin"])
    return World(users, sessions | tokens, ids | door_ids)


def sign_in_phones(door: Door, organizer: User) -> tuple[dict[str, str], dict[str, str]]:
    """Sign in a phone of each role. Return their tokens, and what a phone needs to enter."""
    tokens, ids = {}, {}
    for who, role in PHONES.items():
        created = create_link(door_id=door.pk, role=role, by=organizer)
        key, uuid = created.url.rpartition("=")[2], uuid4()
        signed_in = sign_in_phone(key=key, pin=created.pin, name="Ana", uuid=uuid, address="127.0.0.1")
        tokens[who] = signed_in.token
        ids |= {"door_key": key, "door_pin": created.pin, "door_link": created.link.public_id}
        ids[f"{role}_uuid"] = str(uuid)
    till = Phone.objects.select_related("link", "door__occurrence__event").get(uuid=ids["till_uuid"])
    ids["pay_token"] = format_pay_url(till).rpartition("=")[2]
    return tokens, ids


def make_user_ids(users: dict[str, User]) -> dict[str, str]:
    ids = {who.replace(" ", "_"): user.public_id for who, user in users.items()}
    session = users["user"].sessions.get().public_id
    mail_off = get_mail_off_url(users["user"]).rpartition("/")[2]
    return ids | {"session": session, "link": link_token(users["other user"]), "mail_off": mail_off}


def make_shop_ids(as_user: APIClient, user: User) -> dict[str, str]:
    """Create an event with the user's paid and held orders, events in every other state, and a row in every table."""
    date = OccurrenceFactory(event__maximum_event_capacity=20)
    fresh, skipped = OccurrenceFactory(), OccurrenceFactory(status="canceled")
    past = OccurrenceFactory(starts_at=in_days(-2))
    draft, archived = EventFactory(status=Event.Status.DRAFT), EventFactory(status=Event.State.ARCHIVED)
    placed = post_money(as_user, build_order(date, seats=3), **{"Idempotency-Key": "1"}).json()
    paid, held = pay_test_order(as_user, placed), create_order(as_user, date)
    order = Order.objects.get(public_id=paid["_id"])
    rows = create_row_in_each_table(order, user) | create_seat_links(order)
    default_storage.save(IMAGE, ContentFile(make_image()))
    waiting = WaitingEntry.objects.select_related("occurrence__event").get()
    for name, each in {"full": waiting.occurrence, "fresh": fresh, "past": past, "skipped": skipped}.items():
        rows |= {name: each.event.public_id, f"{name}_start": format_start(each)}
    return rows | {
        "waiting": waiting.public_id,
        "leave_token": waiting.leave_token,
        "event": date.event.public_id,
        "start": format_start(date),
        "draft": draft.public_id,
        "archived": archived.public_id,
        "paid": paid["_id"],
        "held": held["_id"],
        "booking": paid["orderItems"][0]["bookings"][0]["_id"],
        "pending": held["orderItems"][0]["bookings"][0]["_id"],
        "image": IMAGE,
    }


def create_seat_links(order: Order) -> dict[str, str]:
    """Give away two of the order's three seats; a guest has claimed one of them."""
    booking = order.lines.get().booking
    link, guest = SeatLinkFactory(booking=booking), GuestFactory(booking=booking)
    tokens = {"seat": link.claim_token, "ticket": guest.ticket_token}
    own = booking.passes.get(seat_link=None)
    tokens |= {"question": Question.objects.get().public_id, "pass_code": own.code}
    return tokens | {"seat_link": link.public_id, "claimed_link": guest.public_id, "pass": own.public_id}


def create_row_in_each_table(order: Order, user: User) -> dict[str, str]:
    """Return the primary key of one row in each table of the admin."""
    payment = Payment.objects.create(order=order, create_key="create", amount="1.00", status=Payment.Status.REFUSED)
    capture = Payment.objects.create(capture_id="CAPTURE1", amount="9.00", status="completed")
    money = {"amount": "9.00", "currency": "USD"}
    alert = PaymentAlert.objects.create(kind="dispute", reference="PP-D-1", message="A case.", **money)
    about = {"channel": "mail", "kind": "order_paid", "subject": "Hello"}
    mail = Outgoing.objects.create(to=user.email, give_up_at=in_days(1), **about)
    audit.record("looked at", order, by=user)
    # It is not confirmed, so sign-in does not require it.
    factor = SecondFactor.objects.create(user=user, secret="JBSWY3DPEHPK3PXP" * 2)
    line, held = order.lines.get(), Order.objects.get(status="held")
    date = line.booking.occurrence
    refund = Refund.objects.create(order=order, amount="0.00", reason="None.", request_key="refund")
    part = RefundPart.objects.create(refund=refund, line=line, seats=1, amount="0.00")
    returned = {"kind": "return", "seats": 1, "amount": "0.00", "refund": refund}
    change = Change.objects.create(order=order, booking=line.booking, by=user, **returned)
    cash = {"method": "cash", "status": "completed", "amount": "1.00", "given": "2.00", "fee": 0}
    transfer = {"debit": "paypal", "credit": "tickets", "amount": 1, "number": 9}
    seats = {"seats": 2, "at_least": 1}
    date_change = create_date_change(line, user)
    message = Message.objects.create(
        occurrence=date_change.occurrence, audiences=["buyers"], subject="Hello", body="Hi.", recipient_count=1, by=user
    )
    rows: dict[str, Model] = {
        "accounts/user": user,
        "accounts/session": user.sessions.get(),
        "accounts/signincode": SignInCode.objects.create(email="h", browser="h", code="h", expires_at=in_days(1)),
        "accounts/secondfactor": factor,
        "accounts/signinplace": user.places.create(place="hash"),
        "auditlog/logentry": LogEntry.objects.get(additional_data__did="looked at"),
        "bookings/booking": line.booking,
        "charityshop/counter": Counter.objects.create(key="hash", count=1, ends_at=in_days(1)),
        "outbox/outgoing": mail,
        "charityshop/retry": Retry.objects.create(job="refund", row="1"),
        **more_rows.create_door(line.booking),
        **more_rows.create_drawer(line.booking),
        **more_rows.create_tables(line.booking),
        **more_rows.create_recap(line.booking),
        **more_rows.create_question(line.booking),
        **more_rows.create_ledger(user),
        **more_rows.create_discounts(line, user),
        "giving/goal": Goal.objects.create(title="Lunches", event=date.event, target="3000.00"),
        "events/event": date.event,
        "events/place": date.event.place,
        "events/occurrence": date,
        "events/datechange": date_change,
        "notices/message": message,
        "notices/notice": create_notice(line.booking, "message", message=message),
        "changes/zonechange": ZoneChange.objects.create(number=1, zone="UTC", data=read_file("UTC")),
        "orders/order": order,
        "orders/orderline": OrderLine.objects.get(order=order),
        "payments/payment": payment,
        "payments/paymentalert": alert,
        "bookings/pass": order.lines.get().booking.passes.get(),
        "bookings/seatlink": SeatLinkFactory(),
        "charityshop/handledrequest": HandledRequest.objects.create(owner_id=user.pk, key="key", result="1"),
        "payments/cashpayment": Payment.objects.create(order=held, captured_at=timezone.now(), **cash),
        "changes/change": change,
        "changes/entitlement": date_change.entitlements.get(),
        "payments/refundpart": part,
        "payments/refund": refund,
        "payments/transfer": Transfer.objects.create(day=timezone.localdate(), payment=payment, **transfer),
        "payments/unmatchedpayment": capture,
        "bookings/waitingentry": WaitingEntry.objects.create(occurrence=create_full_date(1), user=user, **seats),
        "payments/webhookevent": WebhookEvent.objects.create(event_id="WH1", event_type="PAYMENT", body={}),
    }
    keys = {name: str(row.pk) for name, row in rows.items()}
    phone = Phone.objects.select_related("door").get(name="Ana")
    keys |= {"goal": Goal.objects.get().public_id, "tables": Tournament.objects.get().public_id}
    keys |= {"voucher": Voucher.objects.get().public_id, "member_number": Membership.objects.get().number}
    keys |= {"night": phone.door.public_id, "phone_uuid": str(phone.uuid)}
    today = timezone.localdate()
    keys |= {"ledger_month": str(LedgerMonth.of(today)), "ledger_year": str(today.year)}
    keys |= {"thanks": make_answer_token(Notice.objects.get(kind="recap"))}
    keys |= {"place": date.event.place.public_id, "other_place": PlaceFactory(name="Loft", address="").public_id}
    return keys | {"capture": capture.capture_id, "alert": alert.public_id, "date_change": date_change.public_id}


def create_date_change(line: OrderLine, user: User) -> DateChange:
    """Cancel another date, about which its buyer has chosen."""
    change = write_canceled(OccurrenceFactory(), user)
    settled = {"until": in_days(1), "outcome": Entitlement.Outcome.MOVED, "settled_at": in_days(0)}
    Entitlement.objects.create(date_change=change, line=line, **settled)
    return change


def make_image() -> bytes:
    return encode(Image.new("RGB", (220, 210), "green"), "PNG")
