"""Build PayPal's JSON from the stored records."""

import time
from decimal import Decimal

from paypal_simulator.money import Money, from_json
from paypal_simulator.records.ledger import Ledger, get_fee
from paypal_simulator.records.refunds import Refunds
from paypal_simulator.records.store import Json


class Representations:
    def __init__(self, ledger: Ledger, refunds: Refunds, base_url: str) -> None:
        self._ledger = ledger
        self._refunds = refunds
        self._base_url = base_url

    def order(self, record: Json) -> Json:
        unit = dict(record["unit"])
        if record["capture_id"]:
            unit["payments"] = self._payments(record["capture_id"])
        body = {
            "id": record["id"],
            "intent": "CAPTURE",
            "status": record["status"],
            "payment_source": record.get("payment_source"),
            "purchase_units": [unit],
            "payer": record.get("payer"),
            "create_time": record["create_time"],
            "update_time": record["update_time"],
            "links": self._order_links(record),
        }
        return _without_none(body)

    def capture(self, record: Json) -> Json:
        amount, path = from_json(record["amount"]), f"/v2/payments/captures/{record['id']}"
        knows_fee = record["status"] != "PENDING" and self._knows_fee(record)
        body = {
            "id": record["id"],
            "status": record["status"],
            "status_details": {"reason": record["reason"]} if record["reason"] else None,
            "amount": record["amount"],
            "final_capture": True,
            "seller_protection": {
                "status": "ELIGIBLE",
                "dispute_categories": ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"],
            },
            "seller_receivable_breakdown": _build_breakdown(amount)
            if knows_fee
            else {"gross_amount": record["amount"]},
            "invoice_id": record["invoice_id"],
            "custom_id": record["custom_id"],
            "payee": record["payee"],
            "supplementary_data": {"related_ids": {"order_id": record["order_id"]}},
            "create_time": record["create_time"],
            "update_time": record["update_time"],
            "links": [
                self._link(path, "self"),
                self._link(f"{path}/refund", "refund", "POST"),
                self._link(f"/v2/checkout/orders/{record['order_id']}", "up"),
            ],
        }
        return _without_none(body)

    def refund(self, record: Json) -> Json:
        capture = self._ledger.get_capture(record["capture_id"])
        body = {
            "id": record["id"],
            "status": record["status"],
            "status_details": {"reason": "ECHECK"} if record["status"] == "PENDING" else None,
            "amount": record["amount"],
            "seller_payable_breakdown": self._build_payable_breakdown(record, capture),
            "invoice_id": record["invoice_id"],
            "custom_id": record["custom_id"],
            "note_to_payer": record["note_to_payer"],
            "payer": capture["payee"],
            "create_time": record["create_time"],
            "update_time": record["update_time"],
            "links": [
                self._link(f"/v2/payments/refunds/{record['id']}", "self"),
                self._link(f"/v2/payments/captures/{record['capture_id']}", "up"),
            ],
        }
        return _without_none(body)

    def dispute(self, record: Json) -> Json:
        capture = self._ledger.get_capture(record["capture_id"])
        payer = (self._ledger.find_order(capture["id"]) or {}).get("payer") or {}
        transaction = {
            "seller_transaction_id": capture["id"],
            "create_time": capture["create_time"],
            "transaction_status": {"DECLINED": "DENIED"}.get(capture["status"], capture["status"]),
            "gross_amount": capture["amount"],
            "invoice_number": capture["invoice_id"],
            "custom": capture["custom_id"],
            "buyer": {"name": " ".join((payer.get("name") or {}).values())},
            "seller": {"merchant_id": capture["payee"].get("merchant_id"), "name": "Shop"},
            "items": [],
            "seller_protection_eligible": True,
        }
        lost = record["outcome"] in ("RESOLVED_BUYER_FAVOUR", "ACCEPTED")
        outcome = {"outcome_code": record["outcome"], "amount_refunded": record["amount"] if lost else None}
        body = {
            "dispute_id": record["id"],
            "create_time": record["create_time"],
            "update_time": record["update_time"],
            "disputed_transactions": [_without_none(transaction)],
            "reason": record["reason"],
            "status": record["status"],
            "dispute_amount": record["amount"],
            "dispute_outcome": _without_none(outcome) if record["outcome"] else None,
            "dispute_life_cycle_stage": record["stage"],
            "dispute_channel": record["channel"],
            "messages": [],
            "links": [self._link(f"/v1/customer/disputes/{record['id']}", "self")],
        }
        return _without_none(body)

    def build(self, kind: str, record: Json) -> Json:
        """Return PayPal's JSON of an order, capture, refund or dispute."""
        builders = {"order": self.order, "capture": self.capture, "refund": self.refund, "dispute": self.dispute}
        return builders[kind](record)

    def _payments(self, capture_id: str) -> Json:
        capture = self._ledger.get_capture(capture_id)
        payments: Json = {"captures": [self.capture(capture)]}
        if refunds := self._refunds.list_of_capture(capture, listed=True):
            payments["refunds"] = [self.refund(refund) for refund in refunds]
        return payments

    def _knows_fee(self, record: Json) -> bool:
        return bool(time.time() - record["made_at"] >= self._ledger.rules.fee_lag)

    def _build_payable_breakdown(self, record: Json, capture: Json) -> Json:
        gross = from_json(record["amount"])
        fee = from_json(record["fee_back"]) if "fee_back" in record else Money(Decimal(0), gross.currency)
        net = Money(gross.value - fee.value, gross.currency)
        total = self._get_refunded_total(record, capture)
        known = {"paypal_fee": fee.to_json(), "net_amount": net.to_json()} if self._knows_fee(record) else {}
        return {"gross_amount": gross.to_json(), **known, "total_refunded_amount": total.to_json()}

    def _get_refunded_total(self, record: Json, capture: Json) -> Money:
        total = Decimal(0)
        for refund in self._refunds.list_of_capture(capture):
            total += from_json(refund["amount"]).value
            if refund["id"] == record["id"]:
                break
        return Money(total, capture["amount"]["currency_code"])

    def _order_links(self, record: Json) -> list[Json]:
        path = f"/v2/checkout/orders/{record['id']}"
        links = [self._link(path, "self")]
        if record["status"] != "COMPLETED":
            links.append(self._link(f"/checkoutnow?token={record['id']}", "approve"))
            links.append(self._link(f"{path}/capture", "capture", "POST"))
        return links

    def _link(self, path: str, rel: str, method: str = "GET") -> Json:
        return {"href": self._base_url + path, "rel": rel, "method": method}


def get_minimal(body: Json) -> Json:
    """Return the fields of a response with `Prefer: return=minimal`."""
    return {name: body[name] for name in ("id", "status", "links")}


def _build_breakdown(amount: Money) -> Json:
    fee = get_fee(amount)
    return {
        "gross_amount": amount.to_json(),
        "paypal_fee": Money(fee, amount.currency).to_json(),
        "net_amount": Money(amount.value - fee, amount.currency).to_json(),
    }


def _without_none(body: Json) -> Json:
    return {name: value for name, value in body.items() if value is not None}
