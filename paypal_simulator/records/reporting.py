"""PayPal's transaction list (Transaction Search)."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from paypal_simulator.clock import now
from paypal_simulator.messages import ApiError
from paypal_simulator.money import Money, from_json
from paypal_simulator.records.event_codes import PAYMENT
from paypal_simulator.records.ledger import Ledger, get_fee
from paypal_simulator.records.rules import Rules
from paypal_simulator.records.store import Json, Store

MAX_SPAN = timedelta(days=31)
CAPTURE_STATUS = {"COMPLETED": "S", "PARTIALLY_REFUNDED": "S", "REFUNDED": "V", "PENDING": "P", "DECLINED": "D"}
REFUND_STATUS = {"COMPLETED": "S", "PENDING": "P", "FAILED": "D", "CANCELLED": "D"}


class Reporting:
    def __init__(self, store: Store, ledger: Ledger, rules: Rules) -> None:
        self._store = store
        self._ledger = ledger
        self._rules = rules

    def transactions(self, query: Mapping[str, str], account: str) -> Json:
        """List captures and refunds between start_date and end_date (at most 31 days), oldest first, in pages."""
        start, end = _parse_datetime(query, "start_date"), _parse_datetime(query, "end_date")
        if end < start or end - start > MAX_SPAN:
            raise _build_error("end_date", "Date range is greater than 31 days, or ends before it starts.")
        size, page = (
            _parse_whole_number(query, "page_size", 100, 500),
            _parse_whole_number(query, "page", 1, 2_147_483_647),
        )
        refreshed = now() - timedelta(seconds=self._rules.report_lag)
        entries = [entry for entry in self._list_entries(account) if start <= _get_start(entry) <= min(end, refreshed)]
        found = [entry for entry in entries if _matches(entry, query)]
        return {
            "transaction_details": found[(page - 1) * size : page * size],
            "account_number": account,
            "start_date": start.strftime("%Y-%m-%dT%H:%M:%S+0000"),
            "end_date": end.strftime("%Y-%m-%dT%H:%M:%S+0000"),
            "last_refreshed_datetime": refreshed.strftime("%Y-%m-%dT%H:%M:%S+0000"),
            "page": page,
            "total_items": len(found),
            "total_pages": -(-len(found) // size),
            "links": [],
        }

    def _list_entries(self, account: str) -> list[Json]:
        """List the captures paid to this account, their refunds, reversals and holds, withdrawals and donations."""
        with self._store.transaction():
            captures = {
                capture["id"]: capture for capture in self._store.list_all("capture") if is_paid_to(capture, account)
            }
            entries = [self._build_capture_entry(capture) for capture in captures.values()]
            changes = [record for kind in ("refund", "movement") for record in self._store.list_all(kind)]
            entries += [self._build_change_entry(record) for record in changes if record["capture_id"] in captures]
            if account == self._ledger.merchant_id:
                entries += [_build_transfer_entry(record) for record in self._store.list_all("transfer")]
        return sorted(entries, key=_get_start)

    def _build_capture_entry(self, capture: Json) -> Json:
        amount, status = from_json(capture["amount"]), CAPTURE_STATUS[capture["status"]]
        fee = get_fee(amount) if status in "SV" else Decimal(0)
        info = _build_info(capture, PAYMENT, amount, status) | {"fee_amount": Money(-fee, amount.currency).to_json()}
        info |= {"paypal_reference_id": capture["order_id"], "paypal_reference_id_type": "ODR"}
        return self._add_payer(info, capture)

    def _build_change_entry(self, record: Json) -> Json:
        """Build the entry of a refund, reversal or movement. Refunds and reversals are negative."""
        amount = from_json(record["amount"])
        is_refund = "reversal" in record
        signed = Money(-amount.value, amount.currency) if is_refund else amount
        # A reversal that was undone stays completed: a second entry returns the money.
        status = "S" if not is_refund or record["reversal"] else REFUND_STATUS[record["status"]]
        info = _build_info(record, record["code"], signed, status)
        if is_refund and status == "S" and "fee_back" in record and from_json(record["fee_back"]).value:
            info |= {"fee_amount": record["fee_back"]}
        info |= {"paypal_reference_id": record["capture_id"], "paypal_reference_id_type": "TXN"}
        return self._add_payer(info, self._ledger.get_capture(record["capture_id"]))

    def _add_payer(self, info: Json, capture: Json) -> Json:
        order = self._store.get("order", capture["order_id"]) or {}
        payer = order.get("payer", {})
        who = {"account_id": payer.get("payer_id"), "email_address": payer.get("email_address")}
        return {"transaction_info": info, "payer_info": who}


def _build_transfer_entry(record: Json) -> Json:
    info = _build_info(record, record["code"], from_json(record["amount"]), "S") | {"fee_amount": record["fee"]}
    return {"transaction_info": info, "payer_info": {}}


def is_paid_to(capture: Json, account: str) -> bool:
    return bool(capture["payee"].get("merchant_id") == account)


def _build_info(record: Json, code: str, amount: Money, status: str) -> Json:
    info = {
        "transaction_id": record["id"],
        "transaction_event_code": code,
        "transaction_initiation_date": record["create_time"].replace("Z", "+0000"),
        "transaction_updated_date": record["update_time"].replace("Z", "+0000"),
        "transaction_amount": amount.to_json(),
        "transaction_status": status,
        "invoice_id": record["invoice_id"],
        "custom_field": record["custom_id"],
    }
    return {name: value for name, value in info.items() if value is not None}


def _get_start(entry: Json) -> datetime:
    return datetime.fromisoformat(entry["transaction_info"]["transaction_initiation_date"])


def _matches(entry: Json, query: Mapping[str, str]) -> bool:
    info = entry["transaction_info"]
    filters = {
        "transaction_id": info["transaction_id"],
        "transaction_type": info["transaction_event_code"],
        "transaction_status": info["transaction_status"],
        "transaction_currency": info["transaction_amount"]["currency_code"],
    }
    return all(not query.get(name) or query[name] == value for name, value in filters.items())


def _parse_datetime(query: Mapping[str, str], name: str) -> datetime:
    # An unescaped plus sign is decoded as a space.
    text = query.get(name, "").replace(" ", "+")
    try:
        parsed = datetime.fromisoformat(text)
        return parsed.astimezone(UTC) if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise _build_error(name, "Must be a date and time such as 2030-01-31T00:00:00Z.") from None


def _parse_whole_number(query: Mapping[str, str], name: str, default: int, maximum: int) -> int:
    text = query.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 11 and 1 <= int(text) <= maximum):
        raise _build_error(name, f"Must be a whole number from 1 to {maximum}.")
    return int(text)


def _build_error(name: str, sentence: str) -> ApiError:
    detail: Json = {"issue": "INVALID_PARAMETER_VALUE", "field": name, "location": "query", "description": sentence}
    return ApiError(
        400, "INVALID_REQUEST", "Request is not well-formed, syntactically incorrect, or violates schema.", [detail]
    )
