"""A database of commit 30c20a6, with orders, payments, refunds and webhooks in every state.

python -m tests.orders.upgrades.old_database make          migrate an empty DATABASE_URL to that commit and fill it
python -m tests.orders.upgrades.old_database make broken   with an order whose payment an old bug refunded
python -m tests.orders.upgrades.old_database list          print the attention list as JSON
"""

import hashlib
import json
import os
import sys
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

LATEST = {
    "accounts": "0005_sign_in_place_in_words",
    "bookings": "0003_one_index_less",
    "charityshop": "0005_mails_announced",
    "events": "0006_triggers_again",
    "orders": "0009_fewer_indexes",
}
LATER = ("waiting", "discounts", "giving", "ledger", "door")  # apps that did not exist yet
SHOP, STRANGER = "SIMMERCHANT01", "OTHERMERCHANT"
PRICE, TAX = Decimal("20.00"), Decimal("3.00")
BY_PAYPAL = "Refunded or reversed at PayPal."  # the old code's reason for unrequested refunds


def migrate_to_old_commit() -> Any:
    """Migrate to the old commit and return its models."""
    executor = MigrationExecutor(connection)
    others = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in (*LATEST, *LATER)]
    targets = [*LATEST.items(), *others]
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


class OldShop:
    def __init__(self, apps: Any) -> None:
        self.models = {
            model.__name__: model for label in LATEST for model in apps.get_app_config(label).get_models()
        }  # fmt: skip
        self.numbers = count(1)
        self.now = timezone.now().replace(microsecond=0)
        starts_at = datetime(self.now.year + 1, 6, 5, 2, tzinfo=UTC)
        self.user = self.new("User", email="ana@example.com", first_name="Ana", last_name="Diaz", password="!")
        self.staff = self.new("User", email="olu@example.com", is_staff=True, is_superuser=True, password="!")
        self.event = self.new(
            "Event", name="Card Night", status="published", price=PRICE, maximum_event_capacity=500,
            starts_at=starts_at, ends_at=starts_at + timedelta(hours=3),
        )  # fmt: skip
        self.date = self.new(
            "Occurrence", event=self.event, starts_at=starts_at, ends_at=starts_at + timedelta(hours=3)
        )

    def new(self, model: str, **fields: Any) -> Any:
        return self.models[model].objects.create(**fields)

    def order(self, status: str, booking: str, *, lines: int = 1, price: Decimal = PRICE, **fields: Any) -> Any:
        tax = TAX if price else Decimal(0)
        items, taxes = price * lines, tax * lines
        paid = status in ("paid", "partly_refunded", "refunded")
        order = self.new("Order", **{
            "user": self.user, "status": status, "items_price": items, "tax_price": taxes,
            "shipping_price": Decimal(0), "total_price": items + taxes, "paid_at": self.now if paid else None,
        } | fields)  # fmt: skip
        sold = [self.line(order, booking, price) for _ in range(lines)]
        order.lines_digest = hash_lines(sold)
        order.save()
        return order

    def line(self, order: Any, booking: str, price: Decimal) -> Any:
        held_until = order.held_until if booking == "pending" else None
        booked = self.new(
            "Booking", occurrence=self.date, user=self.user, seats=1, status=booking, held_until=held_until
        )
        return self.new(
            "OrderLine", order=order, booking=booked, product=self.event.public_id, name=self.event.name,
            starts_at=self.date.starts_at, ends_at=self.date.ends_at, seats=1, price=price, line_price=price,
        )  # fmt: skip

    def payment(self, order: Any, status: str, **fields: Any) -> Any:
        n = next(self.numbers)
        known = {} if status == "creating" else {"paypal_order_id": f"ORDER{n}", "payee": SHOP}
        if status in ("capturing", "pending", "completed"):
            known |= {"capture_key": f"capture-key-{n}", "capture_key_at": self.now}
        if status in ("pending", "completed", "denied"):
            known |= {"capture_id": f"CAPTURE{n}"}
        if status == "completed":
            known |= {"captured_at": self.now}
        base = {"order": order, "status": status, "create_key": f"create-key-{n}", "amount": order.total_price}
        return self.new("Payment", **base | known | fields)

    def refund(self, payment: Any, status: str, amount: Decimal | None = None, **fields: Any) -> Any:
        n = next(self.numbers)
        known: dict[str, Any] = {"paypal_refund_id": f"REFUND{n}"} if status in ("pending", "completed") else {}
        if status == "completed":
            known |= {"completed_at": self.now}
        base = {
            "order": payment.order, "payment": payment, "status": status, "amount": amount or payment.amount,
            "reason": "Ill.", "by": self.staff, "request_key": f"refund-key-{n}",
        }  # fmt: skip
        return self.new("Refund", **base | known | fields)

    def fill(self) -> None:
        self.fill_unpaid()
        self.fill_paid()
        self.fill_refunded()
        self.fill_beside_orders()
        self.fill_damage()

    def fill_unpaid(self) -> None:
        soon, before = self.now + timedelta(minutes=10), self.now - timedelta(days=1)
        self.order("held", "pending", held_until=soon)
        self.payment(self.order("held", "pending", held_until=soon), "creating")
        self.payment(self.order("held", "pending", held_until=soon, hold_extended=True), "open")
        self.payment(self.order("held", "pending", held_until=before, revivals=2), "refused", last_problem="Declined")
        self.payment(self.order("expired", "cancelled", held_until=before), "open")
        self.payment(self.order("cancelled", "cancelled"), "denied")
        self.payment(self.order("capturing", "pending"), "capturing")
        self.payment(self.order("review", "pending"), "pending")
        self.payment(self.order("review", "pending"), "completed", amount=Decimal("7.00"))

    def fill_paid(self) -> None:
        self.payment(self.order("paid", "confirmed", delivered_at=self.now), "completed")
        self.order("paid", "confirmed", is_test=True)
        self.order("paid", "confirmed", price=Decimal(0))
        self.payment(
            self.order("paid", "confirmed", accepted_price=Decimal("7.00")), "completed", amount=Decimal("7.00")
        )
        twice = self.order("paid", "confirmed")
        self.payment(twice, "refused", last_problem="INSTRUMENT_DECLINED: no")
        self.payment(twice, "completed")
        self.refund(self.payment(twice, "completed", is_extra=True), "completed", by=None)
        again = self.order("paid", "confirmed")
        self.payment(again, "completed")
        self.refund(self.payment(again, "completed", is_extra=True), "failed", by=None, last_problem="403 DENIED")

    def fill_refunded(self) -> None:
        for status in ("requested", "pending", "failed"):
            order = self.order("paid", "confirmed")
            refund = self.refund(self.payment(order, "completed"), status)
            if status != "failed":
                order.lines.update(refund=refund)
        part = self.order("partly_refunded", "confirmed", lines=2)
        refund = self.refund(self.payment(part, "completed"), "completed", PRICE + TAX)
        line = part.lines.last()
        self.models["OrderLine"].objects.filter(pk=line.pk).update(refund=refund)
        self.models["Booking"].objects.filter(pk=line.booking_id).update(status="refunded")
        self.refund(self.payment(self.order("refunded", "refunded"), "completed"), "completed")
        at_paypal = self.order("refunded", "refunded")  # on PayPal's website
        self.refund(self.payment(at_paypal, "completed"), "completed", by=None, reason=BY_PAYPAL)
        self.refund(self.payment(self.due("seats_gone"), "completed"), "requested", by=None)
        self.refund(self.payment(self.due("refused"), "completed"), "failed", last_problem="422 REFUND_NOT_ALLOWED: no")
        self.payment(self.due("refused"), "pending")

    def due(self, because: str) -> Any:
        return self.order("refund_due", "cancelled", goes_back_because=because)

    def fill_beside_orders(self) -> None:
        resource = {"id": "CAPTURE1", "supplementary_data": {"related_ids": {"order_id": "ORDER1"}}}
        for settled_at in (self.now, None):
            n = next(self.numbers)
            event = {"id": f"WH-{n}", "event_type": "PAYMENT.CAPTURE.COMPLETED", "resource": resource}
            self.new(
                "WebhookEvent", event_id=f"WH-{n}", event_type=event["event_type"], body=event, settled_at=settled_at
            )
        for fields in (
            {}, {"last_problem": "403 DENIED: no"}, {"refund_asked_at": self.now}, {"refunded_at": self.now},
            {"refund_asked_at": self.now, "paypal_refund_id": "REFUNDX"},
        ):  # fmt: skip
            n = next(self.numbers)
            self.new(
                "UnmatchedPayment", capture_id=f"UNMATCHED{n}", amount=PRICE, currency="USD", request_key=f"key-{n}",
                **fields,
            )  # fmt: skip
        order = self.models["Order"].objects.first()
        self.new("PlacedRequest", user=self.user, key="1", body_hash="0" * 64, order=order)

    def fill_damage(self) -> None:
        """A refund that PayPal made although it seemed refused, so that staff repeated it; and a foreign payee."""
        twice = self.order("partly_refunded", "confirmed", public_id="d" * 23 + "1")
        payment = self.payment(twice, "completed")
        problem = "409 PREVIOUS_REQUEST_IN_PROGRESS: A previous request on this resource is in progress."
        self.refund(payment, "failed", Decimal("10.00"), last_problem=problem)
        self.refund(payment, "completed", Decimal("10.00"))
        self.refund(payment, "completed", Decimal("10.00"), by=None, reason=BY_PAYPAL)
        foreign = self.order("paid", "confirmed", public_id="d" * 23 + "2")
        self.payment(foreign, "completed", payee=STRANGER, capture_key=None, capture_key_at=None)
        self.payment(self.order("paid", "confirmed"), "completed")  # the shop's own account
        attached = self.order("paid", "confirmed", public_id="d" * 23 + "4")
        browser = {"from_browser": True, "payee": "", "capture_key": None, "capture_key_at": None}
        self.payment(attached, "completed", **browser)

    def fill_broken(self) -> None:
        """A refused second click hid the completed payment, which its webhook then refunded as a second one."""
        order = self.order("paid", "confirmed", public_id="d" * 23 + "3")
        self.refund(self.payment(order, "completed", is_extra=True), "completed", by=None)


def hash_lines(lines: list[Any]) -> str:
    """Hash lines like the old code."""
    return hashlib.sha256(json.dumps([list_sold_values(line) for line in lines]).encode()).hexdigest()


def list_sold_values(line: Any) -> list[str]:
    texts = [line.product, line.name, line.image, line.description, line.event_location]
    numbers = [str(line.seats), f"{line.price:.2f}", f"{line.line_price:.2f}"]
    return [*texts, *(f"{time:%Y-%m-%dT%H:%M:%S%z}" for time in (line.starts_at, line.ends_at)), *numbers]


def list_waiting() -> list[dict[str, Any]]:
    from orders.selectors.attention import list_attention_items  # noqa: PLC0415 - the current models

    return [{"kind": item.kind, "order": item.public_id, "message": item.message} for item in list_attention_items()]


if __name__ == "__main__":
    if sys.argv[1] == "list":
        print(json.dumps(list_waiting()))
    else:
        shop = OldShop(migrate_to_old_commit())
        shop.fill()
        if "broken" in sys.argv:
            shop.fill_broken()
