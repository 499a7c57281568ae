"""Orders and captures: what exists, what state it is in, and what PayPal refuses."""

import time
from collections.abc import Callable
from decimal import Decimal
from typing import Protocol

from paypal_simulator import money
from paypal_simulator.clock import timestamp
from paypal_simulator.faults.armed import Fault
from paypal_simulator.identifiers import Identifiers
from paypal_simulator.messages import not_found, unprocessable
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store
from paypal_simulator.settings import Settings

BUYER: Json = {
    "name": {"given_name": "Sam", "surname": "Buyer"},
    "email_address": "sam.buyer@example.com",
    "address": {"country_code": "US"},
}
KEPT_MONEY = frozenset({"COMPLETED", "PENDING", "REFUNDED", "PARTIALLY_REFUNDED"})


class Announce(Protocol):
    """Tells the shop by webhook. `kind` is order, capture or refund."""

    def __call__(self, event_type: str, kind: str, record: Json) -> None: ...


class Ledger:
    """Records are plain documents; `representations` turns them into PayPal's JSON."""

    def __init__(
        self, store: Store, identifiers: Identifiers, settings: Settings, rules: Rules, announce: Announce
    ) -> None:
        self.store = store
        self.rules = rules
        self.announce = announce
        self.identifiers = identifiers
        self._settings = settings

    def create(self, unit: Json, *, hidden: bool = False, silent: bool = False) -> Json:
        """Store a checked purchase unit as an order that waits for its buyer.

        One that another merchant's program made may be hidden from the shop, or not be announced to it.
        """
        amount = {**unit["amount"], **money.from_json(unit["amount"]).to_json()}
        record: Json = {
            "id": self.identifiers.order(),
            "status": "CREATED",
            "unit": {"reference_id": "default", **unit, "amount": amount, "payee": self._payee(unit)},
            "capture_id": None,
            "hidden": hidden,
            "silent": silent,
            "made_at": time.time(),
            "create_time": timestamp(),
            "update_time": timestamp(),
        }
        self.store.put("order", record["id"], record)
        return record

    def _payee(self, unit: Json) -> Json:
        """Whom the request names, as PayPal allows; otherwise the account whose credentials were used.

        PayPal completes what is stated of an account that it knows; this one knows the shop's.
        """
        stated = unit.get("payee") or {}
        house = {"merchant_id": self._settings.merchant_id, "email_address": self._settings.merchant_email}
        is_ours = any(stated.get(name) == value for name, value in house.items())
        return house if is_ours or not stated else stated

    def order(self, order_id: str) -> Json:
        record = self.store.get("order", order_id)
        if record is None or record.get("expired"):
            raise not_found()
        return record

    def order_of(self, resource_id: str) -> Json | None:
        """The order of this id, or of the capture or refund of this id."""
        refund = self.store.get("refund", resource_id)
        capture = self.store.get("capture", refund["capture_id"] if refund else resource_id)
        return self.store.get("order", capture["order_id"] if capture else resource_id)

    def note_movement(self, code: str, capture: Json, amount: money.Money) -> None:
        """Money that is held, freed or given back to the shop; only the transaction list shows it."""
        movement = {
            "id": self.identifiers.capture(),
            "code": code,
            "capture_id": capture["id"],
            "amount": amount.to_json(),
            "invoice_id": capture["invoice_id"],
            "custom_id": capture["custom_id"],
            "create_time": timestamp(),
            "update_time": timestamp(),
        }
        self.store.put("movement", movement["id"], movement)

    def captured(self, capture_id: str) -> Json:
        record = self.store.get("capture", capture_id)
        if record is None:
            raise not_found()
        return record

    def approve(self, order_id: str, *, fund: str = "paypal", payer: Json | None = None) -> Json:
        """The buyer agrees. Agreeing twice changes nothing."""
        with self.store.transaction():
            record = self.order(order_id)
            if record["status"] == "COMPLETED":
                raise unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.")
            if record["status"] == "APPROVED":
                return record
            who = {**BUYER, **(payer or {})}
            record["payer"] = {"payer_id": self.identifiers.payer(), **who}
            record["payment_source"] = _payment_source(fund, record["payer"])
            self._move(record, "APPROVED")
            self.announce("CHECKOUT.ORDER.APPROVED", "order", record)
            return record

    def capture(self, order_id: str, fault: Callable[[], Fault | None]) -> Json:
        """Take the money of an approved order. `fault` is asked only once nothing else stands in the way."""
        with self.store.transaction():
            record = self.order(order_id)
            self._refuse_capture(record)
            chosen = fault()
            if chosen and chosen.kind == "decline":
                raise self._declined(record)
            capture = self._take_money(record, chosen)
            record["capture_id"] = capture["id"]
            self._move(record, "COMPLETED")
            self.announce(_capture_event(capture["status"]), "capture", capture)
            return record

    def settle_pending(self, capture_id: str, *, completed: bool) -> Json:
        """PayPal's review ends: the money comes in, or it doesn't."""
        with self.store.transaction():
            capture = self.captured(capture_id)
            if capture["status"] != "PENDING":
                raise unprocessable("CAPTURE_NOT_PENDING", "Only a pending capture can be completed or denied.")
            capture["status"] = "COMPLETED" if completed else "DECLINED"
            capture["reason"] = None
            self.save_capture(capture)
            self.announce(_capture_event(capture["status"]), "capture", capture)
            return capture

    def expire(self, order_id: str) -> Json:
        """Let an order that was never paid run out; PayPal then knows it no longer."""
        with self.store.transaction():
            record = self.order(order_id)
            if record["status"] == "COMPLETED":
                raise unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.")
            record["expired"] = True
            self.store.put("order", order_id, record)
            return record

    def note(self, order_id: str, sentence: str) -> None:
        """Write down what the buyer did that PayPal's own JSON doesn't show; the control page does."""
        with self.store.transaction():
            record = self.order(order_id)
            record["note"] = sentence
            self.store.put("order", order_id, record)

    def save_capture(self, capture: Json) -> None:
        capture["update_time"] = timestamp()
        self.store.put("capture", capture["id"], capture)

    def names_of(self, resource_id: str) -> set[str]:
        """Return what a fault may call this order by: its id, its capture's and the shop's own ids."""
        record = self.order_of(resource_id)
        if record is None:
            return {resource_id}
        unit = record["unit"]
        names = {record["id"], record["capture_id"], unit.get("custom_id"), unit.get("invoice_id")}
        return {name for name in names if name}

    def _refuse_capture(self, record: Json) -> None:
        if record["status"] == "COMPLETED":
            raise unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.")
        if record["status"] != "APPROVED":
            raise unprocessable("ORDER_NOT_APPROVED", "Payer has not yet approved the Order for payment.")
        invoice = record["unit"].get("invoice_id")
        paid = self.store.get("invoice", invoice) if invoice and self.rules.unique_invoice_ids else None
        if paid and self.captured(paid["capture_id"])["status"] in KEPT_MONEY:
            raise unprocessable(
                "DUPLICATE_INVOICE_ID",
                "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting "
                "requires that Invoice Id be unique for each transaction.",
            )

    def _declined(self, record: Json) -> Exception:
        refusal = unprocessable(
            "INSTRUMENT_DECLINED",
            "The instrument presented was either declined by the processor or bank, "
            "or it can't be used for this payment.",
        )
        refusal.links = [{"href": f"/checkoutnow?token={record['id']}", "rel": "redirect", "method": "GET"}]
        return refusal

    def _take_money(self, record: Json, fault: Fault | None) -> Json:
        unit, kind = record["unit"], fault.kind if fault else ""
        amount = money.from_json(unit["amount"])
        capture = {
            "id": self.identifiers.capture(),
            "order_id": record["id"],
            "amount": (fault.falsify(amount) if fault else amount).to_json(),
            "status": {"pending": "PENDING", "declined_capture": "DECLINED"}.get(kind, "COMPLETED"),
            "reason": "PENDING_REVIEW" if kind == "pending" else None,
            "custom_id": unit.get("custom_id"),
            "invoice_id": unit.get("invoice_id"),
            "payee": unit["payee"],
            "refund_ids": [],
            "made_at": time.time(),
            "create_time": timestamp(),
        }
        self.save_capture(capture)
        if capture["invoice_id"]:
            self.store.put("invoice", capture["invoice_id"], {"capture_id": capture["id"]})
        return capture

    def _move(self, record: Json, status: str) -> None:
        record["status"] = status
        record["update_time"] = timestamp()
        self.store.put("order", record["id"], record)


def fee_of(amount: money.Money) -> Decimal:
    """PayPal's fee for a domestic payment, 3.49 % + 0.49, never more than the amount."""
    fee = amount.value * Decimal("0.0349") + Decimal("0.49")
    return min(money.in_smallest_unit(fee, amount.currency), amount.value)


def _capture_event(status: str) -> str:
    return {
        "COMPLETED": "PAYMENT.CAPTURE.COMPLETED",
        "PENDING": "PAYMENT.CAPTURE.PENDING",
        "DECLINED": "PAYMENT.CAPTURE.DENIED",
    }[status]


def _payment_source(fund: str, payer: Json) -> Json:
    if fund == "card":
        return {"card": {"last_digits": "1111", "brand": "VISA", "type": "CREDIT", "expiry": "2031-12"}}
    return {"paypal": {**payer, "account_id": payer["payer_id"], "account_status": "VERIFIED"}}
