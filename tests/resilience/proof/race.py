"""The race for seats at its real size: a thousand buyers, let go together, want one date of a hundred seats."""

from datetime import UTC, datetime, timedelta

from tests.resilience.proof.result import Result
from tests.resilience.races.buying import buy_at_once, seats_sold, wrongs_of
from tests.resilience.races.two_servers import wrong_purchases
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop

BUYERS, SEATS = 1000, 100
PATIENCE = 600  # seconds; the last of a thousand waits for everybody before


def race(
    *,
    rounds: int,
    servers: int = 1,
    purchases: int = 0,
    buyers: int = BUYERS,
    sabotage: dict[str, str] | None = None,
) -> Result:
    """Each round has a date of its own; the buyers stay the same people."""
    found = Result()
    with RunningShop(servers=servers, webhooks=bool(purchases), flags=FLAGS, sabotage=sabotage) as shop:
        crowd = shop.crowd(buyers)
        for buyer in crowd:
            buyer.patience = PATIENCE
        for number in range(rounds):
            one_round(shop, crowd, number, found)
        if purchases:
            found.violations += wrong_purchases(shop, purchases)
            found.count("purchases", purchases)
        found.violations += said_by(shop)
    return found


FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}


def one_round(shop: RunningShop, crowd: list[Client], number: int, found: Result) -> None:
    start = (datetime.now(UTC) + timedelta(days=7 + number)).replace(second=0, microsecond=0)
    times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
    night = shop.add_event(name=f"Round {number}", price=12, maximumEventCapacity=SEATS, **times)
    for buyer in crowd:
        buyer.http.close()  # lines kept from the last round are about to be hung up by the shop
    answers = buy_at_once(crowd, night)
    found.violations += [f"round {number}: {wrong}" for wrong in wrongs_of(shop, night, answers)]
    found.count("rounds")
    found.count("buyers", len(crowd))
    found.count("seats", SEATS)
    found.count("sold", seats_sold(answers))


def said_by(shop: RunningShop) -> list[str]:
    try:
        shop.check_books()
    except AssertionError as wrong:
        return [str(wrong)]
    return []
