"""What visitors can calculate from all public numbers of months in which random people give, read after each step.

No gift, and no sum of the gifts of one or two people. `Town` knows who gave what; `Visitor` knows only the answers,
prices, the tax rate and PayPal's prices.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from giving.models import Goal
from ledger.calendar import LedgerMonth
from payments.reports.consistency_checks import list_violations
from tests.changes.change_calls import get_options, post_change
from tests.conftest import signed_in
from tests.ledger.ledger_calls import add_entry, close, compare, explain
from tests.ledger.movement_checks import find_ledger_violations
from tests.orders.api_calls import format_start
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, UserFactory, in_days
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db

Numbers = dict[str, int]  # cents by place, such as "2026-11 tickets" and "raised on date 1 gifts"

STEPS = 9  # in each of two months
TAX_RATE = Decimal("0.15")
FEE_RATE, FIXED_FEE = Decimal("0.0349"), Decimal("0.49")  # which PayPal publishes


@dataclass(frozen=True)
class Given:
    giver: int
    cents: int


class Town:
    """Five people, two events with goals, and a season. What they do depends on the seed only, not on the amounts."""

    def __init__(self, paypal: Any, admin: User, seed: int, amounts: Sequence[Decimal]) -> None:
        paypal.control("reset")
        self.paypal, self.staff, self.random = paypal, signed_in(admin), Random(seed)
        self.amounts = iter(amounts)
        self.people = [signed_in(UserFactory()) for _ in range(5)]
        far = {"starts_at": in_days(200), "ends_at": in_days(200, hours=3)}
        later = {"starts_at": in_days(207), "ends_at": in_days(207, hours=3)}
        self.dates = [OccurrenceFactory(event__price=price, event__refund_policy="full", **far) for price in (12, 8)]
        self.dates.append(OccurrenceFactory(event=self.dates[1].event, **later))
        for date in self.dates[:2]:
            Goal.objects.create(title="A night", event=date.event)
        self.orders: list[tuple[int, dict[str, Any]]] = []
        self.given: list[Given] = []

    def act(self, *, gives_back: bool) -> None:
        acts = [self.buy] * 6 + [self.keep_seat, self.refund_seat] + [self.return_gift, self.return_all] * gives_back
        self.random.choice(acts)()

    def buy(self) -> None:
        who = self.random.randrange(len(self.people))
        dates = self.random.sample(self.dates, self.random.choice((0, 1, 1, 2)))
        gift = next(self.amounts) if not dates or self.random.random() < 0.7 else Decimal(0)
        order = create_paid_order(self.paypal, self.people[who], *dates, seats=self.random.randint(1, 2), gift=gift)
        self.orders.append((who, order))
        if gift:
            self.given.append(Given(who, int(gift * 100)))

    def keep_seat(self) -> None:
        """A buyer leaves the value of a seat to the club."""
        for who, order in self.random.sample(self.orders, len(self.orders)):
            for option in get_options(self.people[who], order) if order["orderItems"] else ():
                if option["gift"]["allowed"]:
                    asked = {"seats": 1, "booking": option["_id"], "amount": option["gift"]["amounts"][0]}
                    assert post_change(self.people[who], order, "gift", **asked).status_code == 201
                    return

    def refund_seat(self) -> None:
        for who, order in self.random.sample(self.orders, len(self.orders)):
            for option in get_options(self.people[who], order) if order["orderItems"] else ():
                if option["refund"]["allowed"]:
                    assert post_refund(self.staff, order, seats={option["_id"]: 1}).status_code == 200
                    return

    def return_gift(self) -> None:
        self.refund(gift=True)

    def return_all(self) -> None:
        self.refund()

    def refund(self, **asked: Any) -> None:
        given = [order for _, order in self.orders if order.get("giftPrice") and order["status"] == "paid"]
        if given:
            order = self.random.choice(given)
            if post_refund(self.staff, order, **asked).status_code == 200:
                order["status"] = "refunded"

    def close_month(self, month: LedgerMonth) -> None:
        """Close a month that the simulator's clock has left."""
        for line in compare(self.staff, month)["lines"]:
            if line["state"] not in ("matched", "explained"):
                entry = add_entry(self.staff, month, kind="other", amount=line["theirs"]["net"], text="At PayPal")
                assert explain(self.staff, month, line["paypalId"], entry=entry.json()["_id"]).status_code == 200
        answer = close(self.staff, month)
        assert answer.status_code == 200, answer.content

    def play(self, month: LedgerMonth, set_clock: Any, *, gives_back: bool = True) -> Iterator[Numbers]:
        """Play a month, close it, and play the next one. Yield what everybody can read after each step."""
        set_clock(month)
        Goal.objects.create(title="All", starts_on=month.first_day, ends_on=in_days(300).date())
        yield self.read()
        for each in (month, month.next):
            set_clock(each)
            if each != month:
                self.close_month(month)
            for _ in range(STEPS):
                self.act(gives_back=gives_back)
                yield self.read()

    def read(self) -> Numbers:
        """Read all public answers with numbers that depend on what was paid."""
        cache.clear()
        client, found = signed_in(), {}
        for month in client.get("/api/ledger").json()["months"]:
            shown = [(line["kind"], line["amount"]) for line in month["lines"] if line["derived"]]
            table = read_csv(client, month["month"])
            assert [row for row in table if row[0] in dict(shown)] == [(kind, amount) for kind, amount in shown]
            for kind, amount in [*shown, ("balance", month["balance"])]:
                found[f"{month['month']} {kind}"] = amount
        asked = [{"product": date.event.public_id} for date in self.dates[:2]]
        asked += [{"product": date.event.public_id, "startTime": format_start(date)} for date in self.dates]
        for number, scope in enumerate([*asked, {"season": "current"}]):
            raised = client.get("/api/giving/raised", scope).json()
            found |= {f"raised {number} {name}": raised[name] for name in RAISED}
        return {place: round(amount * 100) for place, amount in found.items() if amount}


RAISED = ("raised", "tickets", "gifts", "fees", "returned")


def read_csv(client: Any, month: str) -> list[tuple[str, float]]:
    lines = b"".join(client.get(f"/ledger/{month}.csv").streaming_content).decode().splitlines()[1:]
    return [(line.split(",")[2], float(line.split(",")[3])) for line in lines]


# --- What a visitor calculates ---------------------------------------------------------------------------------------


class Visitor:
    """Forms all sums and differences of the ledger's lines and of one figure of what was raised, and inverts rates."""

    def __init__(self, polls: Sequence[Numbers]) -> None:
        self.polls = polls

    def calculate(self) -> set[int]:
        """Return all results, in cents: of the numbers as they are, and of what changed between two readings."""
        pairs = [(Numbers(), after) for after in self.polls] + list(zip(self.polls, self.polls[1:], strict=False))
        return set().union(*(self.compare(before, after) for before, after in pairs))

    def compare(self, before: Numbers, after: Numbers) -> set[int]:
        changes = {place: after.get(place, 0) - before.get(place, 0) for place in before.keys() | after.keys()}
        months = {place.partition(" ")[0] for place in changes if not place.startswith("raised")}
        ledgers = [[month] for month in months] + ([list(months)] if len(months) > 1 else [])
        scopes = {place.rpartition(" ")[0] for place in changes if place.startswith("raised")}
        found = set[int]()
        for ledger in ledgers:
            sums = {kind: sum(changes.get(f"{month} {kind}", 0) for month in ledger) for kind in KINDS}
            for scope in scopes:
                terms = [*sums.values(), round(sums["sales_tax"] / TAX_RATE)]
                terms += [changes.get(f"{scope} {name}", 0) for name in RAISED[1:]]
                found |= list_sums(terms)
            found |= set(invert_fee(sums))
        return found


KINDS = ("tickets", "gifts", "refunds", "fees", "sales_tax")


def list_sums(terms: Sequence[int]) -> set[int]:
    """Return all sums of up to four of the terms, each added or subtracted."""
    different = {abs(term) for term in terms if term}
    found = {0}
    for _ in range(4):
        found |= {result + sign * term for result in found for term in different for sign in (-1, 1)}
    return found


def invert_fee(changes: Numbers) -> Iterator[int]:
    """Yield what one payment with this fee may have had beside its tickets: PayPal rounds the fee to cents."""
    for fee in (changes["fees"], -changes["fees"]):
        paid = (Decimal(fee) - FIXED_FEE * 100) / FEE_RATE
        besides = round(paid - changes["tickets"] * (1 + TAX_RATE))
        if fee:
            yield from range(besides - 15, besides + 16)


def list_secrets(given: Sequence[Given]) -> list[int]:
    """Return each gift, each sum of two, and all that one or two people gave."""
    people = sorted({gift.giver for gift in given})
    totals = {giver: sum(gift.cents for gift in given if gift.giver == giver) for giver in people}
    return [
        *(gift.cents for gift in given),
        *(one.cents + other.cents for one, other in combinations(given, 2)),
        *totals.values(),
        *(totals[one] + totals[other] for one, other in combinations(people, 2)),
    ]


def test_no_public_numbers_add_up_to_what_one_or_two_people_gave(paypal, admin, month, set_clock):
    """Twice, with other amounts: a sum that comes to a gift by chance doesn't come to the same gift again."""
    stated = []
    for other in (0, 1):
        with transaction.atomic():
            town = Town(paypal, admin, 1, [Decimal(cents) / 100 for cents in draw_amounts(Random(other))])
            results = Visitor(list(town.play(month, set_clock))).calculate()
            stated.append([{cents, -cents} & results != set() for cents in list_secrets(town.given)])
            assert find_ledger_violations() == list_violations() == []
            transaction.set_rollback(True)

    assert len(town.given) > 4
    assert [cents for cents, *is_stated in zip(list_secrets(town.given), *stated, strict=True) if all(is_stated)] == []


def draw_amounts(random: Random) -> list[int]:
    return random.sample(range(20_000, 999_999), 2 * STEPS)  # far above prices


# --- What visitors read if people gave other amounts -----------------------------------------------------------------


def give_other_amounts(given: Sequence[Given]) -> Iterator[Decimal]:
    """Yield as many amounts, with which each three people who give one after the other give as much as before."""
    waiting: list[Given] = []
    for gift in given:
        waiting.append(gift)
        if len({each.giver for each in waiting}) == 3:
            yield from (Decimal(each.cents) / 100 for each in (*waiting[1:], waiting[0]))
            waiting.clear()
    yield from (Decimal(each.cents) / 100 + 300 for each in waiting)


def test_visitors_read_the_same_if_one_or_two_of_those_who_gave_had_given_another_amount(
    paypal, admin, month, set_clock
):
    amounts = [Decimal(100 * (number + 1)) for number in range(2 * STEPS)]  # fees of whole cents
    readings = []
    for _ in range(2):
        with transaction.atomic():
            town = Town(paypal, admin, 3, amounts)
            readings.append(list(town.play(month, set_clock, gives_back=False)))
            amounts = list(give_other_amounts(town.given))
            transaction.set_rollback(True)

    first, second = readings
    assert any("gifts" in place for place in first[-1]), "the gifts of three people are public"
    assert first == second
