"""Dataclasses for PayPal's resources, with the fields that the shop uses, and parsers of PayPal's JSON.

A parser raises PayPalUnclear for unreadable JSON, because the call that returned it may have taken effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from paypal.exceptions import PayPalUnclear

# PayPal's transaction event codes (Transaction Search reference)
REFUND = "T1107"  # started by the merchant
REVERSALS = ("T1106", "T1201", "T1207")  # a payment reversal by PayPal; a chargeback; a bank's second chargeback
HOLD, END_OF_HOLD = "T1110", "T1111"  # for an open dispute: the money is still the merchant's
RETURNS = ("T1202", "T1208")  # a chargeback's money is returned to the merchant: reversed, or canceled

UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, InvalidOperation)
MAX_AMOUNT = Decimal("99999999.99")  # what the database columns can store


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Capture:
    """A payment that PayPal captured or tried to capture."""

    id: str
    status: str  # COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED; REVERSED in old webhooks
    amount: Amount
    fee: Decimal | None = None  # in the currency of the amount; None if PayPal doesn't report it (yet)
    completed_at: datetime | None = None

    @property
    def took_money(self) -> bool:
        return self.status in ("COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED", "REVERSED")

    @property
    def was_declined(self) -> bool:
        return self.status in ("DECLINED", "FAILED")


@dataclass(frozen=True, slots=True)
class RefundMade:
    id: str
    status: str  # COMPLETED, PENDING, FAILED, CANCELLED
    amount: Amount
    custom_id: str = ""  # the idempotency key, if the shop requested this refund
    fee_back: Decimal | None = None  # the part of its fee that PayPal gave back; None if PayPal doesn't report it
    completed_at: datetime | None = None

    @property
    def is_final(self) -> bool:
        """Whether the refund has ended. An unknown status counts as open, so that the refund is looked up again."""
        return self.status in ("COMPLETED", "FAILED", "CANCELLED")


@dataclass(frozen=True, slots=True)
class PayPalOrder:
    """A PayPal order as returned by PayPal's API, the shop's only trusted source about a payment."""

    id: str
    status: str  # CREATED, APPROVED, COMPLETED, VOIDED …
    amount: Amount
    payee: str
    custom_id: str
    created_at: datetime | None
    captures: tuple[Capture, ...]
    refunds: tuple[RefundMade, ...]
    payee_email: str = ""
    funding: str = ""  # what the buyer pays with, such as paypal, venmo or card; empty before the approval

    def is_paid_to(self, payee: str) -> bool:
        """Return whether the order pays this account, given as a merchant ID or email address."""
        return bool(payee) and payee in (self.payee, self.payee_email)

    @property
    def omits_capture(self) -> bool:
        """Whether the order is completed but the response omits its capture, so it proves nothing about the capture."""
        return self.status == "COMPLETED" and not self.captures

    @property
    def capture(self) -> Capture | None:
        """The relevant capture: a successful one if there is one, else a pending one, else a failed one."""
        return max(self.captures, key=lambda capture: (capture.took_money, capture.status == "PENDING"), default=None)


@dataclass(frozen=True, slots=True)
class Transaction:
    """A line of PayPal's Transaction Search. Its amount is negative if money left the account."""

    id: str  # of a capture, a refund or a reversal
    code: str  # the kind of transaction, such as T0006
    status: str  # S completed, V completed and later reversed, P pending, D denied
    amount: Amount
    reference: str  # of a refund: its capture; of a capture: its PayPal order
    custom_id: str  # the public ID of the shop's order, or empty
    fee: Decimal = Decimal(0)  # negative if PayPal charged it
    at: datetime | None = None  # when it began

    @property
    def is_final(self) -> bool:
        """Whether money has moved: neither pending nor denied."""
        return self.status in ("S", "V")

    @property
    def is_withdrawal(self) -> bool:
        """Whether money was moved to the shop's bank account."""
        return self.code.startswith("T04") and self.amount.value < 0

    @property
    def is_payment(self) -> bool:
        return self.code.startswith("T00") and self.amount.value > 0 and self.status in ("S", "V")

    @property
    def is_refund(self) -> bool:
        """Whether money was returned to the payer, by refund or reversal. A hold for an open dispute doesn't count."""
        return self.code in (REFUND, *REVERSALS) and self.amount.value < 0 and self.status in ("S", "V")

    @property
    def is_reversal(self) -> bool:
        """Whether PayPal or a bank took the money back."""
        return self.is_refund and self.code in REVERSALS

    @property
    def is_hold(self) -> bool:
        """Whether PayPal holds the money while a dispute is open."""
        return self.code == HOLD and self.amount.value < 0

    @property
    def is_end_of_hold(self) -> bool:
        return self.code == END_OF_HOLD

    @property
    def is_canceled_reversal(self) -> bool:
        """Whether a chargeback's money was returned to the shop."""
        return self.code in RETURNS and self.amount.value > 0 and self.status in ("S", "V")


MAX_NAME_LENGTH = 127  # of an item, in characters


@dataclass(frozen=True, slots=True)
class Item:
    """An item shown to the buyer by PayPal. All items must add up to the breakdown's `item_total`.

    The name has at most MAX_NAME_LENGTH characters.
    """

    name: str
    quantity: int
    unit_price: Decimal


# --- Parsers ---------------------------------------------------------------------------------------------------------


def parse_order(data: Mapping[str, Any]) -> PayPalOrder:
    try:
        unit = data["purchase_units"][0]
        payments = unit.get("payments") or {}
        payee = unit.get("payee") or {}
        created = data.get("create_time")
        return PayPalOrder(
            id=parse_id(data["id"]),
            status=parse_text(data["status"]),
            amount=parse_amount(unit["amount"]),
            payee=parse_text(payee.get("merchant_id") or payee.get("email_address") or ""),
            custom_id=parse_text(unit.get("custom_id") or ""),
            created_at=parse_time(created) if created else None,
            captures=tuple(parse_capture(capture) for capture in payments.get("captures") or ()),
            refunds=tuple(parse_refund(refund) for refund in payments.get("refunds") or ()),
            payee_email=parse_text(payee.get("email_address") or ""),
            funding=next(iter(data.get("payment_source") or {}), ""),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"an order that cannot be read: {error!r}") from error


def parse_capture(data: Mapping[str, Any]) -> Capture:
    try:
        amount, status = parse_amount(data["amount"]), parse_text(data["status"])
        return Capture(
            id=parse_id(data["id"]),
            status=status,
            amount=amount,
            fee=parse_fee(data.get("seller_receivable_breakdown"), amount.currency),
            completed_at=parse_completion(data, status),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a capture that cannot be read: {error!r}") from error


def parse_refund(data: Mapping[str, Any]) -> RefundMade:
    try:
        amount, status = parse_amount(data["amount"]), parse_text(data["status"])
        return RefundMade(
            id=parse_id(data["id"]),
            status=status,
            amount=amount,
            custom_id=parse_text(data.get("custom_id") or ""),
            fee_back=parse_fee(data.get("seller_payable_breakdown"), amount.currency),
            completed_at=parse_completion(data, status),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a refund that cannot be read: {error!r}") from error


def parse_transaction(data: Mapping[str, Any]) -> Transaction:
    try:
        info = data["transaction_info"]
        return Transaction(
            id=parse_id(info["transaction_id"]),
            code=parse_text(info["transaction_event_code"]),
            status=parse_text(info["transaction_status"]),
            amount=parse_amount(info["transaction_amount"]),
            reference=parse_text(info.get("paypal_reference_id") or ""),
            custom_id=parse_text(info.get("custom_field") or ""),
            fee=parse_amount(info["fee_amount"]).value if info.get("fee_amount") else Decimal(0),
            at=parse_time(info["transaction_initiation_date"]) if info.get("transaction_initiation_date") else None,
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a transaction that cannot be read: {error!r}") from error


def parse_amount(data: Mapping[str, Any]) -> Amount:
    """Parse an amount of money, whose value PayPal sends as a string."""
    value = Decimal(parse_text(data["value"]))
    if not value.is_finite() or abs(value) > MAX_AMOUNT or value != round(value, 2):
        raise ValueError(f"{value} is no amount")
    currency = parse_text(data["currency_code"])
    if len(currency) != 3:
        raise ValueError(f"{currency!r} is no currency")
    return Amount(value=value, currency=currency)


def parse_fee(breakdown: object, currency: str) -> Decimal | None:
    """Return PayPal's fee in a breakdown, which is missing for pending payments, as the fee may be for others.

    Return None for anything unreadable, too: an odd fee must not stop a payment.
    """
    try:
        fee = parse_amount(breakdown["paypal_fee"])  # type: ignore[index]  # not indexable: caught below
    except UNREADABLE:
        return None
    return fee.value if fee.currency == currency and fee.value >= 0 else None


def parse_completion(data: Mapping[str, Any], status: str) -> datetime | None:
    """Return when a capture or refund was completed: its last update, or its creation if it was refunded since."""
    try:
        return parse_time((data.get("update_time") if status == "COMPLETED" else None) or data.get("create_time"))
    except UNREADABLE:
        return None


def parse_id(value: object) -> str:
    text = parse_text(value)
    if not 0 < len(text) <= 64:
        raise ValueError(f"{text[:80]!r} is no ID of PayPal's")
    return text


def parse_text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(f"{value!r:.80} is no text")
    return value


def parse_time(value: object) -> datetime:
    time = datetime.fromisoformat(parse_text(value))
    if time.tzinfo is None:
        raise ValueError(f"{value} has no time zone")
    return time
