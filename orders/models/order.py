"""Orders."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Round
from django.utils import timezone

from accounts.models import User
from charityshop.db.columns import money, public_id_field
from orders.pricing import Totals, scale_totals

DOOR_LINK_HOLD = timedelta(minutes=5)  # others at the door wait for the seats


class OrderQuerySet(models.QuerySet["Order"]):
    def visible_to(self, user: User) -> Self:
        """Filter orders that this user may see: all for admins, their own for others."""
        return self if user.is_staff else self.filter(user=user)

    def without_abandoned(self) -> Self:
        """Leave out orders that were cancelled or expired without payment."""
        return self.exclude(status__in=[Order.Status.CANCELLED, Order.Status.EXPIRED], paid_at=None).exclude(
            status=Order.Status.HELD, held_until__lte=timezone.now()
        )


class Order(models.Model):
    """A buyer's seats on one or several dates, and their prices."""

    class Status(models.TextChoices):
        HELD = "held"  # seats are held until `held_until`
        EXPIRED = "expired"  # the hold has expired; stored by `upkeep` or when the order is next changed
        CANCELLED = "cancelled", "Canceled"
        CAPTURING = "capturing"  # the capture's outcome is not known yet
        REVIEW = "review"  # PayPal or staff have to decide
        PAID = "paid"
        PARTLY_REFUNDED = "partly_refunded"
        REFUNDED = "refunded"
        REFUND_DUE = "refund_due"  # a full refund is due; `refund_reason` says why

    class RefundReason(models.TextChoices):
        SEATS_GONE = "seats_gone"  # the payment arrived after the hold expired and the seats were taken
        REFUSED = "refused"  # staff did not accept the payment

    class ReviewReason(models.TextChoices):
        """Which rule an order's money arrived against, after its hold had ended. Staff read the labels."""

        CODE_USED = "code_used", "other orders have used up its discount code"
        MEMBER_PRICE = "member_price", "another order has the member price for this date"
        MEMBERSHIP_ENDED = "membership_ended", "the membership that lowered its price has ended"
        FREE_SEATS = "free_seats", "its buyer has other free seats for this date, up to the limit"

    class Source(models.TextChoices):
        DOOR_LINK = "door_link", "door link"  # a late guest's phone, by the link that a till shows

    SOLD = (Status.PAID, Status.PARTLY_REFUNDED)  # paid, and not returned in full
    UNDECIDED = (Status.CAPTURING, Status.REVIEW)  # money was captured or may have been
    SETTLED = (*SOLD, Status.REFUNDED, Status.REFUND_DUE)

    public_id = public_id_field()
    number = models.CharField(max_length=7, editable=False, help_text="Such as C-7K3M9.")
    user = models.ForeignKey(  # without an index, since two indexes below start with it
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="orders", db_index=False
    )
    status = models.CharField(max_length=15, choices=Status, default=Status.HELD)
    refund_reason = models.CharField(
        max_length=10,
        choices=RefundReason,
        blank=True,
        default="",
        help_text="Why the whole payment has to be refunded. Empty: it doesn't.",
    )
    review_because = models.CharField(
        max_length=16,
        choices=ReviewReason,
        blank=True,
        default="",
        help_text="Which rule the payment broke. Stays when staff accept the payment in spite of it.",
    )
    source = models.CharField(
        max_length=9,
        choices=Source,
        blank=True,
        default="",
        help_text="Where it was placed. Empty: in the shop, or for cash at a till.",
    )
    is_test = models.BooleanField(
        default=False, help_text="Takes seats like other orders, and is left out of every sum."
    )
    items_price = money()
    shipping_price = money()
    tax_price = money()
    gift_price = money(default=Decimal(0), help_text="A gift to the charity, untaxed. The total includes it.")
    total_price = money()
    charity = models.CharField(
        max_length=200, blank=True, default="", help_text="That gets the gift. Empty without a gift."
    )
    receipt_text = models.CharField(
        max_length=400,
        blank=True,
        default="",
        help_text="The shop's wording when this was sold. Empty: it needs none.",
    )
    receipt_by = models.CharField(
        max_length=150,
        blank=True,
        default="",
        help_text="The organization and its EIN when this was sold. Empty: receipts were off.",
    )
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
    by_hand_at = models.DateTimeField(
        null=True, blank=True, help_text="When a refund was last asked for, or due, that only staff can make."
    )
    by_hand_done_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff were done with it. The audit log says who."
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
            models.Index(fields=["by_hand_at"], name="order_by_hand", condition=Q(by_hand_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"Order {self.number} ({self.status})"

    def status_at(self, now: datetime) -> str:
        """Return the status to show: a hold is expired once its time is over, even if that isn't stored yet."""
        is_expired = self.status == self.Status.HELD and self.held_until is not None and self.held_until <= now
        return self.Status.EXPIRED if is_expired else self.status

    @property
    def is_by_door_link(self) -> bool:
        """Whether its date is on sale until it ends, instead of until it starts."""
        return self.source == self.Source.DOOR_LINK

    @property
    def hold(self) -> timedelta:
        """How long its seats wait for money."""
        return min(settings.HOLD, DOOR_LINK_HOLD) if self.is_by_door_link else settings.HOLD

    @property
    def present_status(self) -> str:
        return self.status_at(timezone.now())

    def end_hold(self, status: Status, *, paid_at: datetime | None = None) -> None:
        """Store a status in which the order holds no seats any more, or holds them without an end."""
        self.status, self.held_until, self.paid_at = status, None, paid_at or self.paid_at
        self.save(update_fields=["status", "held_until", "paid_at"])

    @property
    def due_price(self) -> Decimal:
        """The amount in USD that a paid order captures: its total, or the amount that staff accepted instead."""
        return Decimal(self.total_price if self.accepted_price is None else self.accepted_price)

    @property
    def sold_totals(self) -> Totals:
        """The prices for which the order was sold."""
        return Totals(items=self.items_price, tax=self.tax_price, shipping=self.shipping_price, gift=self.gift_price)

    @property
    def worth(self) -> Totals:
        """What the order is worth: its prices, scaled to the amount that staff accepted instead of its total."""
        return scale_totals(self.sold_totals, self.due_price)

    @property
    def broken_rule(self) -> str:
        """Which rule the order's late payment broke, in a sentence for staff, or an empty string."""
        return f"Its hold had ended, and {self.get_review_because_display()}." if self.review_because else ""
