"""Orders and captures: their states, and the changes that PayPal refuses."""

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
SHIPPING: Json = {
    "name": {"full_name": "Sam Buyer"},
    "address": {
        "address_line_1": "1 Main St",
        "admin_area_2": "San Jose",
        "admin_area_1": "CA",
        "postal_code": "95131",
        "country_code": "US",
    },
}
FEE_RATE, FIXED_FEE = Decimal("0.0349"), Decimal("0.49")  # of a domestic payment
COUNTING_STATUSES = frozenset({"COMPLETED", "PENDING", "REFUNDED", "PARTIALLY_REFUNDED"})


class Publish(Protocol):
    """Sends a webhook. `kind` is order, capture, refund or dispute."""

    def __call__(self, event_type: str, kind: str, record: Json) -> None: ...


class Ledger:
    """Stores orders and captures as plain documents. `representations` turns them into PayPal's JSON."""

    def __init__(
        self, store: Store, identifiers: Identifiers, settings: Settings, rules: Rules, publish: Publish
    ) -> None:
        self.store = store
        self.rules = rules
        self.publish = publish
        self.identifiers = identifiers
        self._settings = settings

    def create(self, unit: Json, *, shipping_preference: str = "GET_FROM_FILE", silent: bool = False) -> Json:
        """Store a validated purchase unit as an order that waits for its buyer. A silent one has no webhooks."""
        amount = {**unit["amount"], **money.from_json(unit["amount"]).to_json()}
        record: Json = {
            "id": self.identifiers.order(),
            "status": "CREATED",
            "unit": {"reference_id": "default", **unit, "amount": amount, "payee": self._get_payee(unit)},
            "capture_id": None,
            "shipping_preference": shipping_preference,
            "silent": silent,
            "create_time": timestamp(),
            "update_time": timestamp(),
        }
        self.store.put("order", record["id"], record)
        return record

    def _get_payee(self, unit: Json) -> Json:
        """Return the request's payee, by default the account whose credentials were used.

        PayPal completes the fields of an account that it knows. The simulator only knows the shop's.
        """
        named = unit.get("payee") or {}
        own = {"merchant_id": self._settings.merchant_id, "email_address": self._settings.merchant_email}
        is_ours = any(named.get(name) == value for name, value in own.items())
        return own if is_ours or not named else named

    @property
    def merchant_id(self) -> str:
        return self._settings.merchant_id

    def get_order(self, order_id: str) -> Json:
        record = self.store.get("order", order_id)
        if record is None or record.get("expired"):
            raise not_found()
        return record

    def find_order(self, resource_id: str) -> Json | None:
        """Return the order with this ID, or the order of the capture or refund with this ID."""
        refund = self.store.get("refund", resource_id)
        capture = self.store.get("capture", refund["capture_id"] if refund else resource_id)
        return self.store.get("order", capture["order_id"] if capture else resource_id)

    def record_movement(self, code: str, capture: Json, amount: money.Money) -> None:
        """Record money that is held, released or returned to the shop. Only the transaction list shows it."""
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

    def record_transfer(self, code: str, amount: money.Money) -> Json:
        """Record money that moves without an order, into the merchant's account or out of it.

        Only the transaction list shows it.
        """
        fee = get_fee(amount) if amount.value > 0 else Decimal(0)
        transfer: Json = {
            "id": self.identifiers.capture(),
            "code": code,
            "amount": amount.to_json(),
            "fee": money.Money(-fee, amount.currency).to_json(),
            "invoice_id": None,
            "custom_id": None,
            "create_time": timestamp(),
            "update_time": timestamp(),
        }
        self.store.put("transfer", transfer["id"], transfer)
        return transfer

    def get_capture(self, capture_id: str) -> Json:
        record = self.store.get("capture", capture_id)
        if record is None:
            raise not_found()
        return record

    def approve(
        self, order_id: str, *, fund: str = "paypal", payer: Json | None = None, captured_at: str | None = None
    ) -> Json:
        """Approve an order on behalf of the buyer. Idempotent. `captured_at` is an earlier time for its capture."""
        with self.store.transaction():
            record = self.get_order(order_id)
            if record["status"] == "COMPLETED":
                raise unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.")
            if record["status"] == "APPROVED":
                return record
            who = {**BUYER, **(payer or {})}
            record["payer"] = {"payer_id": self.identifiers.payer(), **who}
            record["captured_at"] = captured_at
            record["payment_source"] = _build_payment_source(fund, record["payer"])
            if record["shipping_preference"] == "GET_FROM_FILE":
                record["unit"]["shipping"] = SHIPPING
            self._set_status(record, "APPROVED")
            self.publish("CHECKOUT.ORDER.APPROVED", "order", record)
            return record

    def capture(self, order_id: str, fault: Callable[[], Fault | None]) -> Json:
        """Capture an approved order. `fault` is called last, after all other checks."""
        with self.store.transaction():
            record = self.get_order(order_id)
            self._refuse_capture(record)
            chosen = fault()
            if chosen and chosen.kind == "decline":
                raise self._build_decline(record)
            capture = self._create_capture(record, chosen)
            record["capture_id"] = capture["id"]
            self._set_status(record, "COMPLETED")
            self.publish(_get_event_type(capture["status"]), "capture", capture)
            return record

    def settle_pending(self, capture_id: str, *, completed: bool) -> Json:
        """End the review of a pending capture: complete or deny it."""
        with self.store.transaction():
            capture = self.get_capture(capture_id)
            if capture["status"] != "PENDING":
                raise unprocessable("CAPTURE_NOT_PENDING", "Only a pending capture can be completed or denied.")
            capture["status"] = "COMPLETED" if completed else "DECLINED"
            capture["reason"] = None
            self.save_capture(capture)
            self.publish(_get_event_type(capture["status"]), "capture", capture)
            return capture

    def expire(self, order_id: str) -> Json:
        """Expire an unpaid order, which then can't be found any more."""
        with self.store.transaction():
            record = self.get_order(order_id)
            if record["status"] == "COMPLETED":
                raise unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.")
            record["expired"] = True
            self.store.put("order", order_id, record)
            return record

    def add_note(self, order_id: str, sentence: str) -> None:
        """Store a note about the buyer's action, which only the control page shows."""
        with self.store.transaction():
            record = self.get_order(order_id)
            record["note"] = sentence
            self.store.put("order", order_id, record)

    def save_capture(self, capture: Json, *, at: str | None = None) -> None:
        capture["update_time"] = at or timestamp()
        self.store.put("capture", capture["id"], capture)

    def get_names(self, resource_id: str) -> set[str]:
        """Return the IDs by which a fault may name this order: its own, its capture's and the shop's."""
        record = self.find_order(resource_id)
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
        if paid and self.get_capture(paid["capture_id"])["status"] in COUNTING_STATUSES:
            raise unprocessable(
                "DUPLICATE_INVOICE_ID",
                "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting "
                "requires that Invoice Id be unique for each transaction.",
            )

    def _build_decline(self, record: Json) -> Exception:
        error = unprocessable(
            "INSTRUMENT_DECLINED",
            "The instrument presented was either declined by the processor or bank, "
            "or it can't be used for this payment.",
        )
        error.links = [{"href": f"/checkoutnow?token={record['id']}", "rel": "redirect", "method": "GET"}]
        return error

    def _create_capture(self, record: Json, fault: Fault | None) -> Json:
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
            "create_time": record["captured_at"] or timestamp(),
        }
        self.save_capture(capture, at=record["captured_at"])
        if capture["invoice_id"]:
            self.store.put("invoice", capture["invoice_id"], {"capture_id": capture["id"]})
        return capture

    def _set_status(self, record: Json, status: str) -> None:
        record["status"] = status
        record["update_time"] = timestamp()
        self.store.put("order", record["id"], record)


def get_fee(amount: money.Money) -> Decimal:
    """Return PayPal's fee for a domestic payment, at most the amount."""
    fee = amount.value * FEE_RATE + FIXED_FEE
    return min(money.in_smallest_unit(fee, amount.currency), amount.value)


def _get_event_type(status: str) -> str:
    return {
        "COMPLETED": "PAYMENT.CAPTURE.COMPLETED",
        "PENDING": "PAYMENT.CAPTURE.PENDING",
        "DECLINED": "PAYMENT.CAPTURE.DENIED",
    }[status]


def _build_payment_source(fund: str, payer: Json) -> Json:
    if fund == "card":
        return {"card": {"last_digits": "1111", "brand": "VISA", "type": "CREDIT", "expiry": "2031-12"}}
    if fund == "venmo":
        name = {"given_name": payer["name"]["given_name"], "surname": payer["name"]["surname"]}
        account = {"email_address": payer["email_address"], "account_id": payer["payer_id"], "user_name": "@buyer"}
        return {"venmo": account | {"name": name}}
    return {"paypal": {**payer, "account_id": payer["payer_id"], "account_status": "VERIFIED"}}
