"""Compares staff's list with the model: it has what is to be done, and nothing that is settled."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attention.selectors.attention import AttentionItem, list_attention_items
from payments.models import Refund
from tests.resilience.proof.machine.facts import to_cents
from tests.resilience.proof.machine.observer import Observer
from tests.resilience.proof.machine.orders import Order


def find_list_violations(observer: Observer) -> Iterator[str]:
    """Check reversals of orders with seats, and seats that can be released or whose money came back."""
    listed = list_attention_items()
    yield from find_violations_of_unclaimed(observer, listed)
    items = [item for item in listed if item.number]
    taken = Counter(item.public_id for item in items if is_reversal(item))
    done = set(Refund.objects.exclude(done_at=None).values_list("pk", flat=True))
    orders = {order.public_id: order for order in observer.shop.orders.values()}
    for public_id, order in orders.items():
        ours = [order, *(each for each in observer.extra.values() if each.public_id == public_id)]
        refunds = [refund for each in ours for refund in each.refunds.values() if refund.pk not in done]
        reversals = [refund for refund in refunds if (refund.kind, refund.status) == ("reversal", "completed")]
        if order.is_sold and has_seats(order) and taken[public_id] != len(reversals):
            yield f"order {order.pk}: staff's list has {taken[public_id]} reversals, and not {len(reversals)}."
    for item in items:
        order = orders[item.public_id]
        if item.can_release_seats and not (has_seats(order) and order.net <= 0):
            yield f"order {order.pk}: staff may release its seats, and it has none, or money."
        if "The seats stay booked" in item.message and is_reversal(item) and not has_seats(order):
            yield f"order {order.pk}: its seats stay booked, as staff read, and it has none."
        if "returned meanwhile" in item.message and order.left <= 0:
            yield f"order {order.pk}: staff have to refund what is due, and nothing is left."


def find_violations_of_unclaimed(observer: Observer, listed: Iterable[AttentionItem]) -> Iterator[str]:
    """Check that the list has what is left of each payment of no order, and no other one."""
    found = {item.public_id: to_cents(item.amount) for item in listed if item.kind == "unmatched"}
    payments = {pk: row for pk, row in observer.facts.payments.items() if row.order_id is None}
    left = {row.capture_id: observer.extra[pk].net for pk, row in payments.items() if observer.extra[pk].net > 0}
    if found != left:
        yield f"staff's list has {found} cents of payments of no order, and not {left}."


def is_reversal(item: AttentionItem) -> bool:
    return "of this order back" in item.message


def has_seats(order: Order) -> bool:
    return any(line.live for line in order.lines.values())
