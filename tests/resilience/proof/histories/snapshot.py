"""How a season begins: opened once, as staff and buyers would, and put back as it was for every season after."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from tests.resilience.proof.histories.tables import Rows, empty_every_table, every_row, put_back


class Clock:
    """The shop's clock, which can be put forward, and back for another season; PayPal's goes on as it does."""

    def __init__(self) -> None:
        self.real_now = timezone.now
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        return self.real_now() + self.ahead

    def put_to(self, moment: datetime) -> None:
        self.ahead = moment - self.real_now()


@dataclass(slots=True)
class Cast:
    """Who and what there is in a season; tests ask by number, and the numbers stay."""

    staff: APIClient
    buyers: list[tuple[User, APIClient]] = field(default_factory=list)
    orders: list[tuple[dict[str, Any], int]] = field(default_factory=list)  # as answered, and which buyer's
    at_paypal: list[tuple[int, str]] = field(default_factory=list)  # which order of ours, and PayPal's id
    nights: list[str] = field(default_factory=list)


class Opening:
    """What the first season looked like when it began: every row, PayPal's record, who was signed in, the time."""

    def __init__(self, paypal: Any, clock: Clock) -> None:
        self.paypal = paypal
        self.clock = clock
        self.cast: Cast | None = None
        self.rows: Rows = {}

    def clear(self) -> None:
        self.clock.ahead = timedelta(0)
        empty_every_table()
        self.paypal.control("reset")
        self.paypal.control("webhooks/hold", held=True)

    def keep(self, cast: Cast) -> None:
        self.cast = copy_of(cast)
        self.moment = self.clock.now()
        self.rows = every_row()
        self.paypal.control("keep")

    def again(self) -> Cast | None:
        """None before anything was kept."""
        if self.cast is None:
            return None
        self.clock.put_to(self.moment)
        put_back(self.rows)
        self.paypal.control("back")
        self.paypal.control("webhooks/hold", held=True)
        return copy_of(self.cast)


def copy_of(cast: Cast) -> Cast:
    buyers = [(User.objects.get(pk=person.pk), client_with(client.cookies)) for person, client in cast.buyers]
    return Cast(client_with(cast.staff.cookies), buyers, list(cast.orders), list(cast.at_paypal), list(cast.nights))


def client_with(cookies: SimpleCookie) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.cookies.load({name: cookie.value for name, cookie in cookies.items()})
    return client


def client_of(person: User) -> APIClient:
    client = APIClient(SERVER_NAME="localhost")
    client.force_login(person)
    return client
