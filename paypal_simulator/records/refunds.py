"""Refunds requested by the shop, and reversals by PayPal or a bank."""

import time
from collections.abc import Callable
from decimal import Decimal

from paypal_simulator.clock import timestamp
from paypal_simulator.control.parameters import is_true, one_of
from paypal_simulator.faults.armed import Fault
from paypal_simulator.messages import not_found, unprocessable
from paypal_simulator.money import Money, from_json, in_smallest_unit, parse_money
from paypal_simulator.records.event_codes import CHARGEBACK, CHARGEBACK_REVERSAL, REFUND, REVERSAL
from paypal_simulator.records.ledger import FEE_RATE, Ledger
from paypal_simulator.records.order_request import check_text
from paypal_simulator.records.store import Json

COUNTING = frozenset({"COMPLETED", "PENDING"})  # a pending refund already reduces the rest
LISTED = ("refunds", "status", "no")


class Refunds:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._store = ledger.store

    def refund(self, capture_id: str, body: Json, fault: Callable[[], Fault | None]) -> Json:
        """Refund `body["amount"]`, or the rest. `fault` is called last, after all other checks."""
        for name, max_length in (("invoice_id", 127), ("custom_id", 127), ("note_to_payer", 255)):
            check_text(body, name, max_length, f"/{name}")
        requested = (
            parse_money(body["amount"], "/amount", zero_allowed=False) if body.get("amount") is not None else None
        )
        with self._store.transaction():
            capture = self._ledger.get_capture(capture_id)
            amount = self._get_refundable(capture, requested)
            self._refuse_while_disputed(capture, amount)
            chosen = fault()
            if chosen:
                amount = chosen.falsify(amount)
            pending = chosen is not None and chosen.kind == "pending"
            refund = self._record(capture, amount, "PENDING" if pending else "COMPLETED", body)
            self._publish(refund)
            return refund

    def reverse(self, capture_id: str, body: Json) -> Json:
        """Reverse a capture, in part or in full, without a request by the shop.

        `listed` is where the order shows it: among its "refunds", only by the capture's "status", or not at all
        ("no"). `code` is its code in the transaction list. No webhook is sent if `announced` is false.
        """
        requested = (
            parse_money(body["amount"], "/amount", zero_allowed=False) if body.get("amount") is not None else None
        )
        listed = one_of({"listed": "refunds"} | body, "listed", LISTED)
        code = one_of({"code": REVERSAL} | body, "code", (REVERSAL, CHARGEBACK))
        with self._store.transaction():
            capture = self._ledger.get_capture(capture_id)
            amount = self._get_refundable(capture, requested)
            reversal = {"reversal": True, "listed": listed, "code": code, "note_to_payer": body.get("note_to_payer")}
            refund = self._record(capture, amount, "COMPLETED", reversal)
            if is_true(body, "announced"):
                self._publish(refund)
            return refund

    def undo_reversal(self, refund_id: str) -> Json:
        """Return a chargeback's money to the shop: T1202 in the transaction list, without a webhook."""
        with self._store.transaction():
            refund = self.get_refund(refund_id)
            if not refund["reversal"] or refund["status"] != "COMPLETED":
                raise unprocessable("NOT_A_REVERSAL", "Only a reversal can be undone, and only once.")
            self._set_status(refund, "CANCELLED")
            capture = self._ledger.get_capture(refund["capture_id"])
            self._ledger.record_movement(CHARGEBACK_REVERSAL, capture, from_json(refund["amount"]))
            return refund

    def settle_pending(self, refund_id: str, status: str) -> Json:
        """Set a pending refund to COMPLETED, FAILED or CANCELLED."""
        with self._store.transaction():
            refund = self.get_refund(refund_id)
            if refund["status"] != "PENDING":
                raise unprocessable("REFUND_NOT_PENDING", "Only a pending refund can be completed, failed or canceled.")
            self._set_status(refund, status)
            self._publish(refund)
            return refund

    def get_refund(self, refund_id: str) -> Json:
        record = self._store.get("refund", refund_id)
        if record is None:
            raise not_found()
        return record

    def list_of_capture(self, capture: Json, *, listed: bool = False) -> list[Json]:
        """List the capture's refunds and reversals, or only those that its order shows."""
        every = [self.get_refund(refund_id) for refund_id in capture["refund_ids"]]
        return [refund for refund in every if not listed or refund.get("listed", "refunds") == "refunds"]

    def get_remaining(self, capture: Json) -> Decimal:
        gone = (
            from_json(refund["amount"]).value
            for refund in self.list_of_capture(capture)
            if refund["status"] in COUNTING
        )
        return from_json(capture["amount"]).value - sum(gone)

    def _refuse_while_disputed(self, capture: Json, amount: Money) -> None:
        """Refuse refunds after a chargeback, and partial refunds during a dispute."""
        gone = [refund for refund in self.list_of_capture(capture) if refund["status"] in COUNTING]
        if any(refund.get("code") == CHARGEBACK for refund in gone):
            raise unprocessable(
                "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
                "Refunds not allowed on this capture due to a chargeback on the card or bank. Please contact the payee "
                "to resolve the chargeback.",
            )
        disputes = [dispute for dispute in self._store.list_all("dispute") if dispute["capture_id"] == capture["id"]]
        if any(dispute["status"] != "RESOLVED" for dispute in disputes) and amount.value < self.get_remaining(capture):
            raise unprocessable(
                "CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED",
                "Refund for an amount less than the remaining transaction amount cannot be processed at this time "
                "because of an open dispute on the capture. Please visit the PayPal Resolution Center to view the "
                "details.",
            )

    def _get_refundable(self, capture: Json, requested: Money | None) -> Money:
        taken = from_json(capture["amount"])
        if capture["status"] == "PENDING":
            raise unprocessable("PENDING_CAPTURE", "Cannot initiate a refund as the capture is pending.")
        if capture["status"] == "DECLINED":
            raise unprocessable("TRANSACTION_REFUSED", "The request was refused.")
        left = self.get_remaining(capture)
        if left <= 0:
            raise unprocessable("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.")
        if requested and requested.currency != taken.currency:
            sentence = "Refund must be in the same currency as the capture."
            raise unprocessable(
                "REFUND_CAPTURE_CURRENCY_MISMATCH", sentence, "/amount/currency_code", requested.currency
            )
        if requested and requested.value > left:
            sentence = (
                "The refund amount must be less than or equal to the capture amount that has not yet been refunded."
            )
            raise unprocessable("REFUND_AMOUNT_EXCEEDED", sentence, "/amount/value", requested.value)
        return requested or Money(left, taken.currency)

    def _record(self, capture: Json, amount: Money, status: str, body: Json) -> Json:
        refund = {
            "id": self._ledger.identifiers.refund(),
            "capture_id": capture["id"],
            "amount": amount.to_json(),
            "status": status,
            "reversal": bool(body.get("reversal")),
            "listed": body.get("listed", "refunds"),
            "code": body.get("code", REFUND),
            "invoice_id": body.get("invoice_id") or capture["invoice_id"],
            "custom_id": body.get("custom_id") or capture["custom_id"],
            "note_to_payer": body.get("note_to_payer"),
            "fee_back": self._get_fee_back(amount, body).to_json(),
            "made_at": time.time(),
            "create_time": timestamp(),
            "update_time": timestamp(),
        }
        self._store.put("refund", refund["id"], refund)
        capture["refund_ids"].append(refund["id"])
        self._update_capture(capture)
        return refund

    def _get_fee_back(self, amount: Money, body: Json) -> Money:
        """Return what the refund gives back of the fee: nothing, as PayPal does in the US, unless the rules say so."""
        is_given_back = self._ledger.rules.gives_fees_back and not body.get("reversal")
        fee = in_smallest_unit(amount.value * FEE_RATE, amount.currency) if is_given_back else Decimal(0)
        return Money(fee, amount.currency)

    def _set_status(self, refund: Json, status: str) -> None:
        refund |= {"status": status, "update_time": timestamp()}
        self._store.put("refund", refund["id"], refund)
        self._update_capture(self._ledger.get_capture(refund["capture_id"]))

    def _update_capture(self, capture: Json) -> None:
        refunds = [refund for refund in self.list_of_capture(capture) if refund.get("listed", "refunds") != "no"]
        refunded = sum(from_json(refund["amount"]).value for refund in refunds if refund["status"] == "COMPLETED")
        taken = from_json(capture["amount"]).value
        capture["status"] = "REFUNDED" if refunded >= taken else "PARTIALLY_REFUNDED" if refunded else "COMPLETED"
        self._ledger.save_capture(capture)

    def _publish(self, refund: Json) -> None:
        if refund["status"] == "CANCELLED":
            return  # PayPal has no event for it
        event = {"PENDING": "PAYMENT.REFUND.PENDING", "FAILED": "PAYMENT.REFUND.FAILED"}.get(refund["status"])
        done = "PAYMENT.CAPTURE.REVERSED" if refund["reversal"] else "PAYMENT.CAPTURE.REFUNDED"
        self._ledger.publish(event or done, "refund", refund)
