"""Orders."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Round
from django.utils import timezone

from accounts.models import User
from charityshop.db.public_id import public_id_field
from orders.models.fields import money
from orders.models.payment import Refund

if TYPE_CHECKING:
    from orders.models.change import Change
    from orders.models.discount import AppliedDiscount
    from orders.models.order_line import OrderLine


class OrderQuerySet(models.QuerySet["Order"]):
    def visible_to(self, user: User) -> Self:
        """Filter orders that this user may see: all for admins, their own for others."""
        return self if user.is_staff else self.filter(user=user)

    def live_holds(self, now: datetime) -> Self:
        return self.filter(status=Order.Status.HELD, held_until__gt=now)

    def without_abandoned(self) -> Self:
        """Leave out orders that were cancelled or expired without payment."""
        return self.exclude(status__in=[Order.Status.CANCELLED, Order.Status.EXPIRED], paid_at=None).exclude(
            status=Order.Status.HELD, held_until__lte=timezone.now()
        )

    def with_lines(self) -> Self:
        """Prefetch everything that the API returns, in a constant number of queries."""
        shown = (
            "lines__booking__occurrence",
            "lines__booking__passes",
            "lines__discounts__voucher",
            "lines__entitlements__date_change",
            "refunds__parts__line__booking",
            "refunds__payment",
            "changes__refund",
            "changes__booking",
        )
        return self.select_related("user").prefetch_related(*shown)


class Order(models.Model):
    """A buyer's seats on one or several dates, and their prices."""

    class Status(models.TextChoices):
        HELD = "held"  # seats are held until `held_until`
        EXPIRED = "expired"  # the hold has expired; stored by `upkeep` or when the order is next changed
        CANCELLED = "cancelled"
        CAPTURING = "capturing"  # the capture's outcome is not known yet
        REVIEW = "review"  # PayPal or staff have to decide
        PAID = "paid"
        PARTLY_REFUNDED = "partly_refunded"
        REFUNDED = "refunded"
        REFUND_DUE = "refund_due"  # a full refund is due; `goes_back_because` says why

    class RefundReason(models.TextChoices):
        SEATS_GONE = "seats_gone"  # the payment arrived after the hold expired and the seats were taken
        REFUSED = "refused"  # staff did not accept the payment

    SETTLED = (Status.PAID, Status.PARTLY_REFUNDED, Status.REFUNDED, Status.REFUND_DUE)

    public_id = public_id_field()
    number = models.CharField(  # noqa: DJ001 - null lets the previous release insert rows during a rolling deploy
        max_length=7,
        null=True,
        editable=False,
        help_text="Such as C-7K3M9. Empty until upkeep numbers an order of the previous release.",
    )
    user = models.ForeignKey(  # without an index of its own, since two indexes below start with it
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="orders", db_index=False
    )
    status = models.CharField(max_length=15, choices=Status, default=Status.HELD)
    goes_back_because = models.CharField(
        verbose_name="refund reason",
        max_length=10,
        choices=RefundReason,
        blank=True,
        default="",
        db_default="",  # lets the previous release insert rows during a rolling deploy
        help_text="Why the whole payment has to be refunded. Empty: it doesn't.",
    )
    is_test = models.BooleanField(
        default=False, help_text="Takes seats like other orders, and is left out of every sum."
    )
    items_price = money()
    shipping_price = money()
    tax_price = money()
    gift_price = money(
        default=Decimal(0), db_default=Decimal(0), help_text="A gift to the charity, untaxed. The total includes it."
    )
    total_price = money()
    accepted_price = money(
        null=True,
        blank=True,
        help_text="The amount that staff accepted because PayPal captured another one than the total.",
    )
    shipping_address = models.JSONField(default=dict, blank=True)
    billing_address = models.JSONField(default=dict, blank=True)
    payment_method = models.CharField(max_length=40, default="Paypal")
    created_at = models.DateTimeField(default=timezone.now)
    held_until = models.DateTimeField(null=True, blank=True)
    hold_extended = models.BooleanField(default=False, help_text="Creating the PayPal order extends a hold once.")
    revivals = models.PositiveSmallIntegerField(
        "renewals", default=0, help_text="How often an expired hold was renewed."
    )
    paid_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    lines_digest = models.CharField(
        max_length=64, editable=False, help_text="A hash that shows that no line has changed."
    )

    objects = OrderQuerySet.as_manager()

    class Meta:
        ordering = ["-public_id"]
        constraints = [
            models.CheckConstraint(
                # Rounded because SQLite adds in floating point, where 44.02 + 6.60 is 50.620000000000005.
                condition=Q(
                    total_price=Round(
                        F("items_price") + F("shipping_price") + F("tax_price") + F("gift_price"), precision=2
                    )
                ),
                name="order_total_is_its_parts",
            ),
            models.CheckConstraint(condition=Q(gift_price__gte=0), name="order_gift_not_negative"),
            models.CheckConstraint(condition=Q(items_price__gte=0), name="order_items_not_negative"),
            models.CheckConstraint(condition=~Q(status="held") | Q(held_until__isnull=False), name="a_hold_has_an_end"),
            models.CheckConstraint(condition=~Q(status="paid") | Q(paid_at__isnull=False), name="paid_has_a_time"),
            models.UniqueConstraint(fields=["number"], name="one_order_per_number"),
        ]
        indexes = [
            models.Index(fields=["user", "-public_id"], name="order_by_buyer"),
            models.Index(fields=["status", "held_until"], name="order_by_status"),
            models.Index(fields=["created_at"], name="order_by_time"),
            # For counting a buyer's live holds, where `order_by_status` would scan the holds of all buyers.
            models.Index(fields=["user", "status", "held_until"], name="order_by_holder"),
        ]

    def __str__(self) -> str:
        return f"Order {self.shown_number} ({self.status})"

    @property
    def shown_number(self) -> str:
        """The number, or the public ID of an order that has no number yet."""
        return self.number or self.public_id

    def status_at(self, now: datetime) -> str:
        """Return the status to show: a hold is expired once its time is over, even if that isn't stored yet."""
        is_expired = self.status == self.Status.HELD and self.held_until is not None and self.held_until <= now
        return self.Status.EXPIRED if is_expired else self.status

    @property
    def present_status(self) -> str:
        return self.status_at(timezone.now())

    @property
    def due_price(self) -> Decimal:
        """The amount in USD that a paid order captures: its total, or the amount that staff accepted instead."""
        return Decimal(self.total_price if self.accepted_price is None else self.accepted_price)

    cached_lines: "Sequence[OrderLine] | None" = None
    """The lines of an order without refunds that was just read or placed; saves queries when it is serialized."""

    cached_discounts: "Sequence[AppliedDiscount]" = ()
    """The discounts of an order that was just placed."""

    @property
    def has_cached_lines(self) -> bool:
        """Whether the order can be serialized without further queries."""
        return self.cached_lines is not None

    @property
    def items(self) -> "list[Item]":
        """The lines, grouped by event."""
        events: dict[str, list[OrderLine]] = {}
        for line in self.lines.all() if self.cached_lines is None else self.cached_lines:
            events.setdefault(line.product, []).append(line)
        return [Item(lines) for lines in events.values()]

    @property
    def applied_discounts(self) -> "Sequence[AppliedDiscount]":
        """What was taken off the lines, from prefetched rows."""
        if self.has_cached_lines:
            return self.cached_discounts
        return [discount for line in self.lines.all() for discount in line.discounts.all()]

    @property
    def shown_discounts(self) -> list[dict[str, Any]]:
        return sum_discounts(self.applied_discounts)

    @property
    def list_price(self) -> Decimal:
        """The price of the seats before discounts."""
        return self.items_price + sum((discount.amount for discount in self.applied_discounts), Decimal(0))

    @property
    def own_refunds(self) -> list[Refund]:
        """Like RefundQuerySet.own(), using prefetched refunds."""
        if self.has_cached_lines:
            return []
        return [refund for refund in self.refunds.all() if not (refund.payment and refund.payment.is_extra)]

    @property
    def shown_changes(self) -> "list[Change]":
        return [] if self.has_cached_lines else list(self.changes.all())

    @property
    def counting_refunds(self) -> list[Refund]:
        """Like RefundQuerySet.counting(), using prefetched refunds."""
        return [refund for refund in self.own_refunds if refund.status == Refund.Status.COMPLETED]

    @property
    def refund_due(self) -> "RefundDue | None":
        """The full refund that is due, or None in other states."""
        if self.status != self.Status.REFUND_DUE:
            return None
        asked = [refund for refund in self.own_refunds if refund.payment]
        if not asked or asked[0].payment is None:
            return RefundDue(self.goes_back_because, "not_taken", Decimal(self.total_price), settings.CURRENCY)
        is_on_its_way = any(refund.status in (Refund.Status.REQUESTED, Refund.Status.PENDING) for refund in asked)
        step: RefundStep = "asked" if is_on_its_way else "refused"
        left = asked[0].payment.amount - self.refunded_price
        return RefundDue(self.goes_back_because, step, left, asked[0].payment.currency)

    @property
    def refunded_price(self) -> Decimal:
        """The sum of completed refunds, in their payment's currency."""
        return sum((refund.amount for refund in self.counting_refunds), Decimal(0))

    @property
    def refunded_at(self) -> datetime | None:
        """When the latest refund with money was completed."""
        return max(
            (refund.completed_at or refund.created_at for refund in self.counting_refunds if refund.amount),
            default=None,
        )


def sum_discounts(discounts: "Iterable[AppliedDiscount]") -> list[dict[str, Any]]:
    """Add up an order's discounts by kind, in the order in which they were applied, as the API shows them."""
    sums: dict[tuple[str, str], Decimal] = {}
    for each in discounts:
        sums[each.kind, each.label] = sums.get((each.kind, each.label), Decimal(0)) + each.amount
    return [{"kind": kind, "label": label, "amount": amount} for (kind, label), amount in sorted(sums.items())]


RefundStep = Literal["not_taken", "asked", "refused"]
"""Not captured yet; refund requested; refund refused by PayPal."""


@dataclass(frozen=True, slots=True)
class RefundDue:
    because: str  # one of Order.RefundReason, or empty for orders of releases that did not record it
    step: RefundStep
    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Item:
    """The lines of one event, which the API returns as one item with several bookings."""

    lines: "list[OrderLine]"

    @property
    def first_line(self) -> "OrderLine":
        return self.lines[0]


class PlacedRequest(models.Model):
    """An `Idempotency-Key` header that placed an order. Repeating the request returns the same order."""

    user = models.ForeignKey(  # without an index of its own, since the constraint's index starts with it
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=200)
    body_hash = models.CharField(max_length=64)
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="placed_by")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_order_per_idempotency_key")]

    def __str__(self) -> str:
        return self.key
