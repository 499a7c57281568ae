"""A race for seats at full size: a thousand buyers request seats of one date with a hundred seats at the same time."""

from datetime import UTC, datetime, timedelta

from tests.resilience.proof.result import Result
from tests.resilience.races.concurrent_buyers import buy_at_once, count_seats_sold, find_violations
from tests.resilience.races.two_servers import find_wrong_purchases
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop

BUYERS, SEATS = 1000, 100
PATIENCE = 600  # seconds; the last of a thousand buyers waits for all others
FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}


def race(
    *,
    rounds: int,
    servers: int = 1,
    purchases: int = 0,
    buyers: int = BUYERS,
    sabotage: dict[str, str] | None = None,
) -> Result:
    """Run several rounds with the same buyers, each for a date of its own."""
    result = Result()
    with RunningShop(servers=servers, webhooks=bool(purchases), flags=FLAGS, sabotage=sabotage) as shop:
        crowd = shop.crowd(buyers)
        for buyer in crowd:
            buyer.patience = PATIENCE
        for number in range(rounds):
            run_round(shop, crowd, number, result)
        if purchases:
            result.violations += find_wrong_purchases(shop, purchases)
            result.count("purchases", purchases)
        result.violations += check_books(shop)
    return result


def run_round(shop: RunningShop, crowd: list[Client], number: int, result: Result) -> None:
    start = (datetime.now(UTC) + timedelta(days=7 + number)).replace(second=0, microsecond=0)
    times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
    event = shop.add_event(name=f"Round {number}", price=12, maximumEventCapacity=SEATS, **times)
    for buyer in crowd:
        buyer.http.close()  # the server is about to close the idle connections of the last round
    answers = buy_at_once(crowd, event)
    result.violations += [f"round {number}: {violation}" for violation in find_violations(shop, event, answers)]
    result.count("rounds")
    result.count("buyers", len(crowd))
    result.count("seats", SEATS)
    result.count("sold", count_seats_sold(answers))


def check_books(shop: RunningShop) -> list[str]:
    try:
        shop.check_books()
    except AssertionError as wrong:
        return [str(wrong)]
    return []
