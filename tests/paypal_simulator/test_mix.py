"""Random faults: the given percentage, and the same ones for the same seed."""

from collections.abc import Callable

import requests

from paypal_simulator.server import Simulator
from tests.paypal_simulator.clients import Client, build_order

Start = Callable[..., Simulator]
Connect = Callable[[Simulator], Client]


def describe_outcome(call: Callable[..., requests.Response], *args: object, **options: object) -> str:
    """Describe the outcome of a call in a word."""
    try:
        answer = call(*args, **options)
        return f"{answer.status_code} {'json' if answer.json() else ''}"
    except requests.exceptions.JSONDecodeError:
        return f"{answer.status_code} unreadable"
    except requests.exceptions.RequestException as broken:
        return type(broken).__name__


def make_purchases(paypal: Client) -> list[str]:
    """Create, look up and capture orders, with a new token if it expired. Return the outcomes."""
    ends = []
    for number in range(8):
        reference = f"shop-{number}"
        ends.append(describe_outcome(paypal.create, build_order(custom_id=reference), key=f"create {number}"))
        made = [row for row in paypal.state()["orders"] if row["purchase_units"][0]["custom_id"] == reference]
        for order in made:
            paypal.control(f"orders/{order['id']}/approve")
            describe_outcome(paypal.get, f"/v2/checkout/orders/{order['id']}")
            ends.append(describe_outcome(paypal.capture, order["id"], key=f"capture {number}"))
        paypal.authorize()
    return ends


def test_the_same_seed_draws_the_same_faults(start: Start, connect: Connect) -> None:
    one, same, other = (connect(start()) for _ in range(3))
    for paypal, seed in ((one, 7), (same, 7), (other, 8)):
        paypal.control("mix", seed=seed, percent=60, delay=0.01, calls=["create", "get", "capture"])

    days = [make_purchases(paypal) for paypal in (one, same, other)]

    assert days[0] == days[1]
    assert len(set(days[0])) > 2, "a day without trouble shows nothing"
    assert days[2] != days[0]
