"""What the shop knows of PayPal's things."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Capture:
    """Money PayPal took, or tried to take."""

    id: str
    status: str  # COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED
    amount: Amount

    @property
    def took_money(self) -> bool:
        return self.status in ("COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED")


@dataclass(frozen=True, slots=True)
class RefundMade:
    id: str
    status: str  # COMPLETED, PENDING, FAILED, CANCELLED
    amount: Amount | None


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
        return self.code.startswith(("T11", "T12")) and self.amount.value < 0 and self.status in ("S", "V")


@dataclass(frozen=True, slots=True)
class Item:
    """What the buyer reads in PayPal's window; the items' sums have to add up to the breakdown's."""

    name: str
    quantity: int
    unit_price: Decimal
