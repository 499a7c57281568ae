"""The common beginning of all histories: created once through the API, and restored for each history."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from tests.resilience.proof.histories.tables import Rows, empty_every_table, read_every_row, restore_rows


class Clock:
    """The shop's clock, which can be set. PayPal's clock is not affected."""

    def __init__(self) -> None:
        self.real_now = timezone.now
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        return self.real_now() + self.ahead

    def set(self, now: datetime) -> None:
        self.ahead = now - self.real_now()


@dataclass(slots=True)
class State:
    """The users, orders and events of a history. Rules select them by number."""

    staff: APIClient
    buyers: list[tuple[User, APIClient]] = field(default_factory=list)
    orders: list[tuple[dict[str, Any], int]] = field(default_factory=list)  # the order as answered, its buyer's number
    at_paypal: list[tuple[int, str]] = field(default_factory=list)  # the order's number, its PayPal order's ID
    events: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)  # of seat links and of guests' tickets, newest last


class Snapshot:
    """The beginning of a history: every row, PayPal's record, the sessions and the time."""

    def __init__(self, paypal: Any, clock: Clock) -> None:
        self.paypal = paypal
        self.clock = clock
        self.state: State | None = None
        self.rows: Rows = {}

    def clear(self) -> None:
        self.clock.ahead = timedelta(0)
        empty_every_table()
        self.paypal.control("reset")
        self.paypal.control("webhooks/hold", held=True)

    def save(self, state: State) -> None:
        self.state = copy_state(state)
        self.time = self.clock.now()
        self.rows = read_every_row()
        self.paypal.control("keep")

    def restore(self) -> State | None:
        """Return the state at the beginning, or None if nothing was saved."""
        if self.state is None:
            return None
        self.clock.set(self.time)
        restore_rows(self.rows)
        self.paypal.control("back")
        self.paypal.control("webhooks/hold", held=True)
        return copy_state(self.state)


def copy_state(state: State) -> State:
    buyers = [(User.objects.get(pk=user.pk), client_with(client.cookies)) for user, client in state.buyers]
    staff = client_with(state.staff.cookies)
    return State(staff, buyers, list(state.orders), list(state.at_paypal), list(state.events), list(state.tokens))


def client_with(cookies: SimpleCookie) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.cookies.load({name: cookie.value for name, cookie in cookies.items()})
    return client


def client_of(user: User) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.force_login(user)
    return client
