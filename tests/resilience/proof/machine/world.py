"""What every history has: the clock, the clients, PayPal's webhooks, and the common beginning."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any, TypeVar
from uuid import uuid4

from django.core.cache import cache
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine
from rest_framework.test import APIClient

from accounts.models import User
from events.datetimes import format_utc
from events.models import Occurrence
from tests.door.till_calls import TillClient
from tests.orders.conftest import Refused
from tests.resilience.proof.machine.observer import Observer
from tests.resilience.proof.machine.orders import Line, Order
from tests.resilience.proof.machine.shop import Shop

BEGIN = datetime(2026, 11, 26, 20, tzinfo=UTC)  # noon at the shop, four days before the month ends
FORGETS_AFTER = timedelta(hours=1)  # the cache, whose clock is the real one

POLICIES = [
    {"refund": "full", "untilHours": 24, "feePerSeat": "0.00"},
    {"refund": "minus_fee", "untilHours": 48, "feePerSeat": "2.49"},
    {"refund": "none", "untilHours": 24, "feePerSeat": "0.00"},
]

picks = st.integers(min_value=0, max_value=1000)
Item = TypeVar("Item")


class Clock:
    """The clock of the shop and of PayPal. A second passes with each call."""

    def __init__(self) -> None:
        self.time = BEGIN

    def now(self) -> datetime:
        return self.time

    def build_datetime(self) -> type[datetime]:
        """Return what `timezone.now` reads the time from. Fields have that function as their default."""
        clock = self

        class ShopTime(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:
                return clock.time

        return ShopTime

    def advance(self, **time: float) -> None:
        self.time += timedelta(**time)
        if timedelta(**time) >= FORGETS_AFTER:
            cache.clear()


class World(RuleBasedStateMachine):
    """Has no rules; the classes in `rules` add them."""

    paypal: Any
    clock: Clock
    anybody: APIClient
    staff: APIClient
    buyers: dict[int, APIClient]  # by user ID
    shop: Shop
    observer: Observer
    events: list[str]
    at_paypal: list[tuple[str, int, str]]  # the order's public ID, its buyer, the PayPal order's ID
    tokens: dict[str, tuple[str, int]]  # of friends: the link's public ID, and its booking
    tickets: dict[str, tuple[str, int]]  # the same for guests' tickets
    phones: dict[int, TillClient]  # by date
    doors: dict[int, str]  # by date

    # --- Calls -------------------------------------------------------------------------------------------------------

    def call(self, client: APIClient, method: str, path: str, body: object = None, *, key: str = "") -> Any:
        """Call the API. Any answer but a crash is accepted; a refusal needs a sentence."""
        self.clock.advance(seconds=1)
        headers = {"Idempotency-Key": key} if key else {}
        answer = getattr(client, method)(path, body, format="json", headers=headers)
        assert answer.status_code < 500 or answer.status_code == 503, answer.content
        if answer.status_code >= 400:
            assert answer.json()["message"].endswith((".", "?")), answer.content
        return answer

    def call_once(self, client: APIClient, path: str, body: object, *, twice: bool) -> Any:
        """Post with a new idempotency key. `twice`: post the same again, which has to change nothing more."""
        key = uuid4().hex
        answer = self.call(client, "post", path, body, key=key)
        if twice and answer.status_code in (201, 202):
            again = self.call(client, "post", path, body, key=key)
            assert again.status_code == answer.status_code, again.content
        return answer

    def check(self, answer: Any, refusals: set[str], others: Sequence[str] = ()) -> bool:
        """Check that a request was refused as the model says, or accepted. `others` are refusals it can't foresee."""
        code = answer.json().get("code") if answer.status_code >= 400 else None
        if code is None:
            assert not refusals, f"It was accepted, and has to be refused: {refusals}."
        else:
            assert code in refusals or code in others, f"It was refused with {code}; expected {refusals or 'success'}."
        return code is None

    def observe(self) -> None:
        self.clock.advance(seconds=1)
        found = self.observer.follow(self.clock.now())
        assert not found, "\n".join(found)

    # --- PayPal ------------------------------------------------------------------------------------------------------

    @contextmanager
    def failing(self, call: str, fault: str | None, times: int = 2, **more: str) -> Iterator[None]:
        """Let calls to PayPal fail."""
        if fault:
            self.paypal.fault(call, fault, times=times, **more)
        yield
        if fault:
            self.paypal.control("faults/clear")

    def ask_paypal(self, path: str, **body: Any) -> dict[str, Any]:
        """Let PayPal act by itself. It may refuse, for example to return more than is left."""
        with suppress(Refused):
            return dict(self.paypal.control(path, **body))
        return {}

    def deliver(self, webhook: dict[str, Any], times: int = 1) -> None:
        for _ in range(times):
            self.clock.advance(seconds=1)
            answer = self.paypal.deliver(webhook["id"])
            assert answer.status_code in (200, 503), answer.content
        self.delivered.add(webhook["id"])

    def deliver_all(self) -> None:
        for webhook in reversed(self.paypal.state()["webhooks"]):
            if webhook["id"] not in self.delivered:
                self.deliver(webhook)

    delivered: set[str]

    # --- What there is -----------------------------------------------------------------------------------------------

    def list_dates(self) -> list[Occurrence]:
        """Return what can be booked, by event and start."""
        found = Occurrence.objects.bookable().select_related("event").order_by("event", "starts_at")
        return [date for date in found if date.event.public_id in self.events]

    def list_lines(self) -> list[tuple[Order, Line]]:
        """Return the lines with seats of orders that were paid, newest first."""
        sold = [order for order in self.shop.orders.values() if order.status in ("paid", "partly_refunded")]
        return [(order, line) for order in reversed(sold) for line in order.lines.values() if line.live]

    def list_paid(self) -> list[Order]:
        return [each for each in reversed(self.shop.orders.values()) if each.paid is not None and each.lines]

    def get_client(self, user_id: int) -> APIClient:
        return self.buyers.get(user_id, self.staff)

    def get_start(self, date: int) -> datetime:
        return Occurrence.objects.values_list("starts_at", flat=True).get(pk=date)

    def is_ahead(self, date: int) -> bool:
        """Return whether a date takes place and has not started."""
        return Occurrence.objects.filter(pk=date, status="scheduled", starts_at__gt=self.clock.now()).exists()


def choose(pick: int, found: Sequence[Item]) -> Item | None:
    return found[pick % len(found)] if found else None


def client_of(user: User) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.force_login(user)
    return client


def client_with(cookies: SimpleCookie) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.cookies.load({name: cookie.value for name, cookie in cookies.items()})
    return client


def build_item(date: Occurrence, seats: int) -> dict[str, Any]:
    booking = {"bookingDate": format_utc(date.starts_at), "reservationSeats": {"qty": seats}}
    return {"_id": date.event.public_id, "bookings": [booking]}
