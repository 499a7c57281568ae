"""Actions of the control interface on single orders, captures, refunds and disputes."""

from paypal_simulator.control.parameters import is_true
from paypal_simulator.messages import not_found
from paypal_simulator.money import Money, parse_money
from paypal_simulator.records.event_codes import CHARGEBACK, DONATION, WITHDRAWAL
from paypal_simulator.records.order_request import parse_order
from paypal_simulator.records.store import Json
from paypal_simulator.web.rest import Parts

OTHER_MERCHANT = {"merchant_id": "OTHERMERCHANT", "email_address": "other.merchant@example.com"}
REFUND_ENDS = {"complete": "COMPLETED", "fail": "FAILED", "cancel": "CANCELLED"}


class Actions:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def order(self, order_id: str, action: str, body: Json) -> Json:
        ledger, representations = self._parts.ledger, self._parts.representations
        match action:
            case "approve":
                payer, fund = body.get("payer"), str(body.get("fund") or "paypal")
                payer = payer if isinstance(payer, dict) else None
                at = str(body["captured_at"]) if body.get("captured_at") else None
                return representations.order(ledger.approve(order_id, fund=fund, payer=payer, captured_at=at))
            case "capture":
                return representations.order(ledger.capture(order_id, lambda: None))
            case "expire":
                ledger.expire(order_id)
                return {"id": order_id, "status": "EXPIRED"}
        raise not_found("The requested URL was not found.")

    def create_order(self, body: Json) -> Json:
        """Create an order of another program. It pays another merchant unless the body has a payee."""
        amount = body.get("amount")
        if not isinstance(amount, dict):
            amount = {"currency_code": str(body.get("currency") or "USD"), "value": str(amount or "10.00")}
        unit = {name: body[name] for name in ("custom_id", "invoice_id", "description") if body.get(name)}
        unit |= {"amount": amount, "payee": body.get("payee") or OTHER_MERCHANT}
        checked = parse_order({"intent": "CAPTURE", "purchase_units": [unit]})
        silent = not is_true(body, "announced")
        return self._parts.representations.order(self._parts.ledger.create(checked, silent=silent))

    def transfer(self, kind: str, body: Json) -> Json:
        """Move money without an order: out of the shop's account to its bank, or into it."""
        amount = parse_money(body.get("amount") or {"currency_code": "USD", "value": "10.00"}, "/amount")
        if kind == "donations":
            return self._parts.ledger.record_transfer(DONATION, amount)
        return self._parts.ledger.record_transfer(WITHDRAWAL, Money(-amount.value, amount.currency))

    def capture(self, capture_id: str, action: str, body: Json) -> Json:
        parts, body = self._parts, self._with_currency(capture_id, body)
        match action:
            case "complete" | "deny":
                return parts.representations.capture(
                    parts.ledger.settle_pending(capture_id, completed=action == "complete")
                )
            case "refund":
                return parts.representations.refund(parts.refunds.refund(capture_id, body, lambda: None))
            case "reverse":
                return parts.representations.refund(parts.refunds.reverse(capture_id, body))
            case "chargeback":
                return parts.representations.refund(parts.refunds.reverse(capture_id, body | {"code": CHARGEBACK}))
            case "dispute":
                return parts.representations.dispute(parts.disputes.open(capture_id, body))
        raise not_found("The requested URL was not found.")

    def refund(self, refund_id: str, action: str, body: Json) -> Json:
        refunds, representations = self._parts.refunds, self._parts.representations
        if action == "undo":
            return representations.refund(refunds.undo_reversal(refund_id))
        if action not in REFUND_ENDS:
            raise not_found("The requested URL was not found.")
        return representations.refund(refunds.settle_pending(refund_id, REFUND_ENDS[action]))

    def dispute(self, dispute_id: str, action: str, body: Json) -> Json:
        actions = {"update": self._parts.disputes.update, "resolve": self._parts.disputes.resolve}
        if action not in actions:
            raise not_found("The requested URL was not found.")
        return self._parts.representations.dispute(actions[action](dispute_id, body))

    def _with_currency(self, capture_id: str, body: Json) -> Json:
        """Add the capture's currency to an amount sent as a plain number by the control page."""
        value = body.get("amount")
        if value in (None, ""):
            return {name: text for name, text in body.items() if name != "amount"}
        if isinstance(value, dict):
            return body
        currency = self._parts.ledger.get_capture(capture_id)["amount"]["currency_code"]
        return {**body, "amount": {"currency_code": currency, "value": str(value)}}
