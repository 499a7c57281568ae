"""A shop with a waiting list on every date that can sell out, in turns with the same shop without waiting lists."""

from collections.abc import Iterator
from itertools import cycle
from statistics import median

from bench.load import order_requests, repeat_get
from bench.purchases import Rates, measure_rates, running_upkeep
from bench.shop import Shop, started_shop
from bench.speed import TURNS, Row, Target, compare, format_ratios, list_pages

CAPACITY = 11  # with 2 or 4 seats sold, fewer are left than each of the groups on the waiting list wants
SECONDS = 10.0  # of purchases in a turn
LEAST = 0.85


def measure_waiting_lists() -> Iterator[Row]:
    """Neither shop caches responses, because a cached calendar costs the same whatever the waiting lists hold."""
    flags = {"RESPONSE_MAX_AGE": "0"}
    with started_shop(capacity=CAPACITY, **flags) as plain, started_shop(capacity=CAPACITY, **flags) as waiting:
        waiting.add_waiting_lists()
        name = "GET /api/products/all, a month"
        calendars = [Target(shop.port, repeat_get(list_pages(shop)[name])) for shop in (waiting, plain)]
        yield from compare(f"{name}, not cached, with waiting lists", *calendars, least=LEAST)
        holds = [Target(shop.port, order_requests(shop.sessions, shop.limited_dates), 201) for shop in (waiting, plain)]
        yield from compare("Holds, with waiting lists", *holds, least=LEAST, p95=300)
        yield compare_purchases(waiting, plain)
        for shop in (waiting, plain):
            shop.running.check_books()


def compare_purchases(waiting: Shop, plain: Shop) -> Row:
    dates = {shop.port: cycle(shop.limited_dates) for shop in (waiting, plain)}

    def buy(shop: Shop, seconds: float) -> Rates:
        return measure_rates(shop, dates[shop.port], seconds=seconds)

    with running_upkeep(waiting), running_upkeep(plain):
        for shop in (waiting, plain):
            buy(shop, 1)  # warms up
        turns = [(buy(waiting, SECONDS), buy(plain, SECONDS)) for _ in range(TURNS)]
    figure, ratio = format_ratios([ours.sent / theirs.sent for ours, theirs in turns])
    rates = (f"{median(each.sent for each in column):.1f} a second" for column in zip(*turns, strict=True))
    return Row("Purchases, with waiting lists", figure, f"≥ {LEAST}", ratio >= LEAST, *rates)
