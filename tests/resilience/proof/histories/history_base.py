"""What every generated history has: its state, and calls to the shop."""

from typing import Any

from hypothesis.stateful import RuleBasedStateMachine
from rest_framework.test import APIClient

from events.datetimes import format_utc
from events.models import Occurrence
from tests.resilience.proof.histories.fast_checks import FastChecks
from tests.resilience.proof.histories.snapshot import Snapshot, State
from tests.support.factories import in_days

FIRST_EVENT = 12  # days from now


class HistoryBase(RuleBasedStateMachine):
    """Has no rules; `History` adds them."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot
        self.paypal = snapshot.paypal
        self.clock = snapshot.clock
        self.checks = FastChecks(snapshot.rows)
        self.is_open = False
        self.archived = ""
        self.deactivated: set[int] = set()

    def load(self, state: State) -> None:
        self.state = state
        self.staff, self.buyers, self.orders = state.staff, state.buyers, state.orders
        self.at_paypal, self.events = state.at_paypal, state.events

    def add_event(self, **fields: Any) -> None:
        made = self.call(self.staff, "post", "/api/products", {}).json()["_id"]
        times = {
            "startTime": in_days(FIRST_EVENT).isoformat(),
            "endTime": in_days(FIRST_EVENT, hours=3).isoformat(),
        }
        saved = self.call(self.staff, "put", f"/api/products/{made}", fields | times)
        assert saved.status_code == 200, saved.content
        self.events.append(made)

    def call(self, client: APIClient, method: str, path: str, body: object = None) -> Any:
        """Call the API. Any answer but a crash is accepted; a refusal needs a sentence."""
        answer = getattr(client, method)(path, body, format="json")
        assert answer.status_code < 500 or answer.status_code == 503, answer.content
        if answer.status_code >= 400:
            assert answer.json()["message"].endswith((".", "?")), answer.content
        return answer

    def get_event_id(self, pick: int) -> str:
        return self.events[pick % len(self.events)]

    def get_event(self, pick: int) -> dict[str, Any]:
        return dict(self.staff.get(f"/api/products/{self.get_event_id(pick)}").json())

    def save_event(self, pick: int, fields: dict[str, Any]) -> None:
        self.call(self.staff, "put", f"/api/products/{self.get_event_id(pick)}", fields)

    def get_order(self, pick: int) -> tuple[dict[str, Any], APIClient]:
        """Return an order as it was answered, and its buyer."""
        order, who = self.orders[pick % len(self.orders)]
        return order, self.buyers[who][1]

    def list_dates(self) -> list[tuple[str, str]]:
        """Return what can be booked, as the event's ID and the start of the date."""
        found = (
            Occurrence.objects.bookable().order_by("event", "starts_at").values_list("event__public_id", "starts_at")
        )
        return [(event, format_utc(start)) for event, start in found]
