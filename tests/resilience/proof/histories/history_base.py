"""Where a made-up season plays: its people and nights, and how they speak with the shop."""

from typing import Any

from hypothesis.stateful import RuleBasedStateMachine
from rest_framework.test import APIClient

from events.datetimes import wire_time
from events.models import Occurrence
from tests.resilience.proof.histories.fast_checks import QuickBooks
from tests.resilience.proof.histories.snapshot import Cast, Opening
from tests.support.factories import in_days

FIRST_NIGHT = 12  # days from now


class Stage(RuleBasedStateMachine):
    """Without any rule: what happens is the season's."""

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.opening = opening
        self.paypal = opening.paypal
        self.clock = opening.clock
        self.books = QuickBooks(opening.rows)
        self.is_open = False
        self.archived = ""
        self.deactivated: set[int] = set()

    def enter(self, cast: Cast) -> None:
        self.cast = cast
        self.staff, self.buyers, self.orders = cast.staff, cast.buyers, cast.orders
        self.at_paypal, self.nights = cast.at_paypal, cast.nights

    def add_event(self, **fields: Any) -> None:
        made = self.ask(self.staff, "post", "/api/products", {}).json()["_id"]
        times = {
            "startTime": in_days(FIRST_NIGHT).isoformat(),
            "endTime": in_days(FIRST_NIGHT, hours=3).isoformat(),
        }
        saved = self.ask(self.staff, "put", f"/api/products/{made}", fields | times)
        assert saved.status_code == 200, saved.content
        self.nights.append(made)

    def ask(self, client: APIClient, method: str, path: str, body: object = None) -> Any:
        """Any answer but a crash: a refusal has a sentence."""
        answer = getattr(client, method)(path, body, format="json")
        assert answer.status_code < 500 or answer.status_code == 503, answer.content
        if answer.status_code >= 400:
            assert answer.json()["message"].endswith((".", "?")), answer.content
        return answer

    def night(self, pick: int) -> str:
        return self.nights[pick % len(self.nights)]

    def look(self, pick: int) -> dict[str, Any]:
        return dict(self.staff.get(f"/api/products/{self.night(pick)}").json())

    def save(self, pick: int, fields: dict[str, Any]) -> None:
        self.ask(self.staff, "put", f"/api/products/{self.night(pick)}", fields)

    def order(self, pick: int) -> tuple[dict[str, Any], APIClient]:
        """An order as it was answered, and its buyer."""
        order, who = self.orders[pick % len(self.orders)]
        return order, self.buyers[who][1]

    def dates(self) -> list[tuple[str, str]]:
        """What can be booked: a night and the start of one of its dates."""
        found = (
            Occurrence.objects.bookable().order_by("event", "starts_at").values_list("event__public_id", "starts_at")
        )
        return [(night, wire_time(start)) for night, start in found]
