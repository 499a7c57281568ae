"""What the shop knows of PayPal's things."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

# PayPal's transaction event codes (Transaction Search reference)
REFUND = "T1107"  # started by the merchant
REVERSALS = ("T1106", "T1201")  # a payment reversal by PayPal; a chargeback
HOLD, END_OF_HOLD = "T1110", "T1111"  # for an open dispute: the money is still the merchant's
CHARGEBACK_REVERSAL = "T1202"  # the money of a chargeback came back to the merchant


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Capture:
    """Money PayPal took, or tried to take."""

    id: str
    status: str  # COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED; REVERSED in old webhooks
    amount: Amount

    @property
    def took_money(self) -> bool:
        return self.status in ("COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED", "REVERSED")

    @property
    def was_turned_down(self) -> bool:
        return self.status in ("DECLINED", "FAILED")


@dataclass(frozen=True, slots=True)
class RefundMade:
    id: str
    status: str  # COMPLETED, PENDING, FAILED, CANCELLED
    amount: Amount
    custom_id: str = ""  # the request key of a refund that the shop made

    @property
    def is_final(self) -> bool:
        """A status that the shop does not know decides nothing: it looks again."""
        return self.status in ("COMPLETED", "FAILED", "CANCELLED")


@dataclass(frozen=True, slots=True)
class PayPalOrder:
    """A PayPal order as PayPal's API shows it; the only thing about a payment that the shop believes."""

    id: str
    status: str  # CREATED, APPROVED, COMPLETED, VOIDED …
    amount: Amount
    payee: str
    custom_id: str
    created_at: datetime | None
    captures: tuple[Capture, ...]
    refunds: tuple[RefundMade, ...]
    payee_email: str = ""

    def is_paid_to(self, payee: str) -> bool:
        """Whether the money goes to this account, given as merchant ID or email address."""
        return bool(payee) and payee in (self.payee, self.payee_email)

    @property
    def lacks_its_capture(self) -> bool:
        """Whether the buyer has paid and this answer leaves out how: it proves nothing about the capture."""
        return self.status == "COMPLETED" and not self.captures

    @property
    def capture(self) -> Capture | None:
        """The capture that counts: one that took money before one that failed, the newest of its kind."""
        return max(self.captures, key=lambda capture: (capture.took_money, capture.status == "PENDING"), default=None)


@dataclass(frozen=True, slots=True)
class Transaction:
    """A line of PayPal's own record. Its amount is negative where money went back."""

    id: str  # of a capture, a refund or a reversal
    code: str  # T0006 and the like: what kind of movement it is
    status: str  # S done, V done and given back since, P pending, D denied
    amount: Amount
    reference: str  # of a refund: its capture; of a capture: its PayPal order
    custom_id: str  # our order's public id, where PayPal was told

    @property
    def is_payment(self) -> bool:
        return self.code.startswith("T00") and self.amount.value > 0 and self.status in ("S", "V")

    @property
    def is_refund(self) -> bool:
        """Money that went back to the payer, whoever decided that. A hold for an open dispute is none."""
        return self.code in (REFUND, *REVERSALS) and self.amount.value < 0 and self.status in ("S", "V")

    @property
    def is_reversal(self) -> bool:
        """Money that PayPal or a bank took back."""
        return self.is_refund and self.code in REVERSALS

    @property
    def is_hold(self) -> bool:
        """Money that PayPal holds while a dispute is open."""
        return self.code == HOLD and self.amount.value < 0

    @property
    def is_end_of_hold(self) -> bool:
        return self.code == END_OF_HOLD

    @property
    def is_canceled_reversal(self) -> bool:
        """Money of a chargeback that came back to the shop."""
        return self.code == CHARGEBACK_REVERSAL and self.amount.value > 0 and self.status in ("S", "V")


@dataclass(frozen=True, slots=True)
class Item:
    """What the buyer reads in PayPal's window; the items' sums have to add up to the breakdown's."""

    name: str
    quantity: int
    unit_price: Decimal
