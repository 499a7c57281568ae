"""Money that goes back: refunds the shop asks for, and reversals from PayPal's side."""

from collections.abc import Callable
from decimal import Decimal

from paypal_simulator.clock import timestamp
from paypal_simulator.faults import Fault
from paypal_simulator.ledger import Ledger
from paypal_simulator.messages import not_found, unprocessable
from paypal_simulator.money import Money, from_json, read_money
from paypal_simulator.order_request import check_text
from paypal_simulator.store import Json

GONE = frozenset({"COMPLETED", "PENDING"})  # a pending refund already counts against what is left


class Refunds:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._store = ledger.store

    def refund(self, capture_id: str, body: Json, fault: Callable[[], Fault | None]) -> Json:
        """Give back `body["amount"]`, or all that is left. `fault` is asked once nothing else stands in the way."""
        for name, longest in (("invoice_id", 127), ("custom_id", 127), ("note_to_payer", 255)):
            check_text(body, name, longest, f"/{name}")
        asked = read_money(body["amount"], "/amount", zero_allowed=False) if body.get("amount") is not None else None
        with self._store.transaction():
            capture = self._ledger.captured(capture_id)
            amount = self._refundable(capture, asked)
            chosen = fault()
            pending = chosen is not None and chosen.kind == "pending"
            refund = self._write_down(capture, amount, "PENDING" if pending else "COMPLETED", body)
            self._announce(refund)
            return refund

    def reverse(self, capture_id: str, body: Json) -> Json:
        """A chargeback or a bank's reversal: the money goes without anybody in the shop having asked."""
        asked = read_money(body["amount"], "/amount", zero_allowed=False) if body.get("amount") is not None else None
        with self._store.transaction():
            capture = self._ledger.captured(capture_id)
            amount = self._refundable(capture, asked)
            refund = self._write_down(capture, amount, "COMPLETED", {**body, "reversal": True})
            self._announce(refund)
            return refund

    def settle_pending(self, refund_id: str, *, completed: bool) -> Json:
        with self._store.transaction():
            refund = self.refunded(refund_id)
            if refund["status"] != "PENDING":
                raise unprocessable("REFUND_NOT_PENDING", "Only a pending refund can be completed or failed.")
            refund |= {"status": "COMPLETED" if completed else "FAILED", "update_time": timestamp()}
            self._store.put("refund", refund_id, refund)
            self._restate(self._ledger.captured(refund["capture_id"]))
            self._announce(refund)
            return refund

    def refunded(self, refund_id: str) -> Json:
        record = self._store.get("refund", refund_id)
        if record is None:
            raise not_found()
        return record

    def of_capture(self, capture: Json) -> list[Json]:
        return [self.refunded(refund_id) for refund_id in capture["refund_ids"]]

    def left_of(self, capture: Json) -> Decimal:
        gone = (from_json(refund["amount"]).value for refund in self.of_capture(capture) if refund["status"] in GONE)
        return from_json(capture["amount"]).value - sum(gone)

    def _refundable(self, capture: Json, asked: Money | None) -> Money:
        taken = from_json(capture["amount"])
        if capture["status"] == "PENDING":
            raise unprocessable("PENDING_CAPTURE", "Cannot initiate a refund as the capture is pending.")
        if capture["status"] == "DECLINED":
            raise unprocessable("TRANSACTION_REFUSED", "The request was refused.")
        left = self.left_of(capture)
        if left <= 0:
            raise unprocessable("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.")
        if asked and asked.currency != taken.currency:
            sentence = "Refund must be in the same currency as the capture."
            raise unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH", sentence, "/amount/currency_code", asked.currency)
        if asked and asked.value > left:
            sentence = (
                "The refund amount must be less than or equal to the capture amount that has not yet been refunded."
            )
            raise unprocessable("REFUND_AMOUNT_EXCEEDED", sentence, "/amount/value", asked.value)
        return asked or Money(left, taken.currency)

    def _write_down(self, capture: Json, amount: Money, status: str, body: Json) -> Json:
        refund = {
            "id": self._ledger.identifiers.refund(),
            "capture_id": capture["id"],
            "amount": amount.to_json(),
            "status": status,
            "reversal": bool(body.get("reversal")),
            "invoice_id": body.get("invoice_id") or capture["invoice_id"],
            "custom_id": body.get("custom_id") or capture["custom_id"],
            "note_to_payer": body.get("note_to_payer"),
            "create_time": timestamp(),
            "update_time": timestamp(),
        }
        self._store.put("refund", refund["id"], refund)
        capture["refund_ids"].append(refund["id"])
        self._restate(capture)
        return refund

    def _restate(self, capture: Json) -> None:
        refunds = self.of_capture(capture)
        back = sum(from_json(refund["amount"]).value for refund in refunds if refund["status"] == "COMPLETED")
        taken = from_json(capture["amount"]).value
        capture["status"] = "REFUNDED" if back >= taken else "PARTIALLY_REFUNDED" if back else "COMPLETED"
        self._ledger.save_capture(capture)

    def _announce(self, refund: Json) -> None:
        event = {"PENDING": "PAYMENT.REFUND.PENDING", "FAILED": "PAYMENT.REFUND.FAILED"}.get(refund["status"])
        done = "PAYMENT.CAPTURE.REVERSED" if refund["reversal"] else "PAYMENT.CAPTURE.REFUNDED"
        self._ledger.announce(event or done, "refund", refund)
