"""Faults at random: as many as asked for, and the same ones for the same seed."""

from collections.abc import Callable

import pytest
import requests

from paypal_simulator.server import Simulator
from tests.paypal_simulator.cast import Client, an_order

Start = Callable[..., Simulator]
Connect = Callable[[Simulator], Client]


def end_of(call: Callable[..., requests.Response], *args: object, **options: object) -> str:
    """How a call ended, in a word."""
    try:
        answer = call(*args, **options)
        return f"{answer.status_code} {'json' if answer.json() else ''}"
    except requests.exceptions.JSONDecodeError:
        return f"{answer.status_code} unreadable"
    except requests.exceptions.RequestException as broken:
        return type(broken).__name__


def a_day(paypal: Client, *, orders: int = 8, looks: int = 1) -> list[str]:
    """What a shop meets that makes orders, looks at them, captures them and starts over where a token ran out."""
    ends = []
    for number in range(orders):
        reference = f"shop-{number}"
        ends.append(end_of(paypal.create, an_order(custom_id=reference), key=f"create {number}"))
        made = [row for row in paypal.state()["orders"] if row["purchase_units"][0]["custom_id"] == reference]
        for order in made:
            paypal.control(f"orders/{order['id']}/approve")
            for _ in range(looks):
                end_of(paypal.get, f"/v2/checkout/orders/{order['id']}")
            ends.append(end_of(paypal.capture, order["id"], key=f"capture {number}"))
        paypal.authorize()
    return ends


def spoilt(paypal: Client, *calls: str) -> list[tuple[str, int, str]]:
    return [
        (hit["call"], hit["number"], hit["kind"]) for hit in paypal.state()["mix"]["spoilt"] if hit["call"] in calls
    ]


def begin(paypal: Client, **mix: object) -> None:
    paypal.control("mix", **{"percent": 60, "delay": 0.01, "calls": ["create", "get", "capture"]} | mix)


def test_the_same_seed_brings_the_same_faults(start: Start, connect: Connect) -> None:
    one, same, other = (connect(start()) for _ in range(3))
    for paypal, seed in ((one, 7), (same, 7), (other, 8)):
        begin(paypal, seed=seed)

    days = [a_day(paypal) for paypal in (one, same, other)]

    assert days[0] == days[1]
    assert len(set(days[0])) > 2, "a day without trouble shows nothing"
    assert days[2] != days[0]
    calls = ("create", "get", "capture")
    assert spoilt(one, *calls) == spoilt(same, *calls)


def test_a_capture_has_the_same_fate_however_often_its_order_was_looked_at(start: Start, connect: Connect) -> None:
    one, curious = (connect(start()) for _ in range(2))
    for paypal in (one, curious):
        begin(paypal, seed=3, calls=["get", "capture"], kinds=["error_500_before", "connection_reset_after", "decline"])

    a_day(one)
    a_day(curious, looks=3)

    assert spoilt(one, "capture") == spoilt(curious, "capture") != []
    assert len(spoilt(curious, "get")) > len(spoilt(one, "get"))


@pytest.mark.parametrize(("percent", "ends"), [(0, {"201 json"}), (100, {"500 json"})])
def test_so_many_calls_go_wrong_as_were_asked_for(paypal: Client, percent: int, ends: set[str]) -> None:
    begin(paypal, seed=1, percent=percent, kinds=["error_500_before"], calls=["create"])

    assert {end_of(paypal.create) for _ in range(6)} == ends


def test_other_orders_are_spared_by_what_was_drawn_for_one(paypal: Client) -> None:
    """A decline waits for the capture of the order it was drawn for, which is not approved yet."""
    waiting, other = paypal.create(an_order(custom_id="shop-1")).json()["id"], paypal.approved()
    begin(paypal, seed=1, percent=100, kinds=["decline"], calls=["capture"])
    paypal.capture(waiting)
    paypal.control("mix/stop")

    assert paypal.capture(other).status_code == 201
    paypal.control(f"orders/{waiting}/approve")
    assert paypal.capture(waiting).status_code == 422


@pytest.mark.parametrize("end", ["mix/stop", "faults/clear", "reset"])
def test_a_mix_can_be_ended(paypal: Client, end: str) -> None:
    begin(paypal, seed=1, percent=100, kinds=["error_500_before"])
    assert paypal.create().status_code == 500

    paypal.control(end)

    assert paypal.state()["mix"] is None
    paypal.authorize()
    assert paypal.create().status_code == 201


@pytest.mark.parametrize(
    "mix",
    [
        {"percent": 101},
        {"percent": "lots"},
        {"seed": -1},
        {"kinds": ["explode"]},
        {"kinds": "decline"},
        {"calls": ["any"]},
    ],
)
def test_a_mix_that_does_not_exist_is_refused(paypal: Client, mix: dict[str, object]) -> None:
    assert paypal.post("/_control/mix", mix).status_code == 400
    assert paypal.state()["mix"] is None
