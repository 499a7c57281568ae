"""What every generated history has: its state, and calls to the shop."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine
from rest_framework.test import APIClient

from bookings.models import Booking
from events.datetimes import format_utc
from events.models import Occurrence
from tests.resilience.proof.histories.fast_checks import FastChecks, find_violations
from tests.resilience.proof.histories.paypal_checks import find_differences
from tests.resilience.proof.histories.snapshot import Snapshot, State
from tests.support.factories import in_days

FIRST_EVENT = 12  # days from now
PAUSES_END = timedelta(hours=2)  # upkeep waits at most one hour before it tries a failed row again

picks = st.integers(min_value=0, max_value=1000)


class HistoryBase(RuleBasedStateMachine):
    """Has no rules; the classes in `rules` add them."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot
        self.paypal = snapshot.paypal
        self.clock = snapshot.clock
        self.checks = FastChecks(snapshot.rows, (find_violations, lambda: find_differences(self.paypal.state())))
        self.anybody = APIClient(SERVER_NAME="localhost")
        self.is_open = False
        self.outage = ""  # the fault with which PayPal answers every call
        self.archived = ""
        self.deactivated: set[int] = set()

    def load(self, state: State) -> None:
        self.state = state
        self.staff, self.buyers, self.orders = state.staff, state.buyers, state.orders
        self.at_paypal, self.events, self.tokens = state.at_paypal, state.events, state.tokens

    def add_event(self, **fields: Any) -> None:
        made = self.call(self.staff, "post", "/api/products", {}).json()["_id"]
        times = {
            "startTime": in_days(FIRST_EVENT).isoformat(),
            "endTime": in_days(FIRST_EVENT, hours=3).isoformat(),
        }
        saved = self.call(self.staff, "put", f"/api/products/{made}", fields | times)
        assert saved.status_code == 200, saved.content
        self.events.append(made)

    def call(self, client: APIClient, method: str, path: str, body: object = None, *, key: str = "") -> Any:
        """Call the API. Any answer but a crash is accepted; a refusal needs a sentence."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = getattr(client, method)(path, body, format="json", headers=headers)
        assert answer.status_code < 500 or answer.status_code == 503, answer.content
        if answer.status_code >= 400:
            assert answer.json()["message"].endswith((".", "?")), answer.content
        return answer

    def call_once(self, client: APIClient, path: str, body: object, *, twice: bool) -> Any:
        """Post with a new idempotency key. `twice`: also post the same again, which has to change nothing more."""
        key = uuid4().hex
        answer = self.call(client, "post", path, body, key=key)
        if twice and answer.status_code in (201, 202):
            again = self.call(client, "post", path, body, key=key)
            assert again.status_code == answer.status_code, again.content
            assert find_ids(again.json()) == find_ids(answer.json())
        return answer

    @contextmanager
    def failing(self, call: str, fault: str | None, times: int = 2) -> Iterator[None]:
        """Let calls to PayPal fail, unless all of them fail anyway."""
        is_armed = bool(fault) and not self.outage
        if is_armed:
            self.paypal.fault(call, fault, times=times)
        yield
        if is_armed:
            self.paypal.control("faults/clear")

    def end_outage(self) -> None:
        if self.outage:
            self.paypal.control("faults/clear")
            self.outage = ""

    # --- Events ----------------------------------------------------------------------------------------------------

    def get_event_id(self, pick: int) -> str:
        return self.events[pick % len(self.events)]

    def get_event(self, pick: int) -> dict[str, Any]:
        return dict(self.staff.get(f"/api/products/{self.get_event_id(pick)}").json())

    def save_event(self, pick: int, fields: dict[str, Any]) -> None:
        self.call(self.staff, "put", f"/api/products/{self.get_event_id(pick)}", fields)

    def list_occurrences(self) -> list[Occurrence]:
        """Return what can be booked, by event and start."""
        return list(Occurrence.objects.bookable().select_related("event").order_by("event", "starts_at"))

    def list_dates(self) -> list[tuple[str, str]]:
        """Return the same as the event's ID and the start of the date."""
        return [(date.event.public_id, format_utc(date.starts_at)) for date in self.list_occurrences()]

    # --- Orders ----------------------------------------------------------------------------------------------------

    def get_order(self, pick: int) -> tuple[dict[str, Any], APIClient]:
        """Return an order as it was answered, and its buyer."""
        order, who = self.orders[pick % len(self.orders)]
        return order, self.buyers[who][1]

    def get_client(self, user_id: int) -> APIClient:
        return next((client for user, client in self.buyers if user.pk == user_id), self.staff)

    def find_sold(self, pick: int) -> Booking | None:
        """Return a booking that was sold and is confirmed, with its order."""
        sold = Booking.objects.filter(status=Booking.Status.CONFIRMED, order_line__isnull=False).order_by("-pk")
        return choose(pick, sold.select_related("order_line__order", "occurrence__event"))

    def jump_to(self, when: Any) -> None:
        """Set the clock to a minute after this time, unless that is over."""
        self.clock.ahead += max(when - timezone.now() + timedelta(minutes=1), timedelta(0))


def choose(pick: int, rows: Any) -> Any:
    found = list(rows)
    return found[pick % len(found)] if found else None


def find_ids(content: Any) -> list[str]:
    """Return what was created: the change without the order around it, or everything that has an ID."""
    if isinstance(content, dict):
        content = content.get("change", content)
        own = [content["_id"]] if "_id" in content else []
        return own + [found for value in content.values() for found in find_ids(value)]
    return [found for value in content for found in find_ids(value)] if isinstance(content, list) else []
