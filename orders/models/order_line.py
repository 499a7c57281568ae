"""The lines of orders, and what was taken off their list price."""

from decimal import Decimal

from django.db import models
from django.db.models import Q

from bookings.models import Booking
from charityshop.db.columns import money, optional_money
from discounts.models import Membership, Voucher
from events.formatting import format_seats
from events.models import MAX_PLACE_LENGTH, Occurrence, RefundPolicy
from orders.models.order import Order


class OrderLine(models.Model):
    """One booking of an order, as it was sold. Triggers refuse changes of all but its time."""

    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="lines")
    booking = models.OneToOneField(Booking, on_delete=models.PROTECT, related_name="order_line")
    product = models.CharField(max_length=24, help_text="The event's public id.")
    name = models.CharField(max_length=200)
    image = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    event_location = models.CharField(max_length=2 * MAX_PLACE_LENGTH + 2, blank=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    seats = models.PositiveIntegerField()
    price = money(help_text="USD, for one seat or one booking (PRICE_PER).")
    line_price = money()
    tax_rate = models.DecimalField(max_digits=9, decimal_places=7, default=0, help_text="A fraction, as it was sold.")
    refund_policy = models.CharField(
        max_length=9,
        choices=RefundPolicy,
        default=RefundPolicy.NONE,
        help_text="The event's policy when this was sold. Later changes of the event don't change it.",
    )
    refund_until_hours = models.PositiveSmallIntegerField(default=24)
    refund_fee_per_seat = money(default=Decimal(0))
    fair_value = optional_money(help_text="USD that a seat was worth when this was sold. Empty: the list price.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=1), name="line_has_a_seat"),
            models.CheckConstraint(condition=Q(refund_fee_per_seat__gte=0), name="line_refund_fee_not_negative"),
        ]
        indexes = [
            models.Index(fields=["product", "order"], name="line_by_product"),  # for filtering orders by event
        ]

    def __str__(self) -> str:
        return f"{self.name}, {format_seats(self.seats)}"

    @property
    def is_canceled(self) -> bool:
        """Whether the line has seats on a date that doesn't take place."""
        is_canceled = self.booking.occurrence.status == Occurrence.Status.CANCELED
        return is_canceled and self.booking.status == Booking.Status.CONFIRMED

    @property
    def place(self) -> str:
        """Where its date takes or took place, like its time not as it was sold.

        Dates that have begun stay where they were when their event goes elsewhere (`events.journal.keep_place`).
        """
        return str(self.booking.occurrence.venue.text)

    @property
    def new_place(self) -> str | None:
        return None if self.place == self.event_location else self.place

    @property
    def shown_seats(self) -> int:
        """The seats that the booking has now, or had before it ended."""
        return self.booking.seats if self.booking.status == Booking.Status.CONFIRMED else self.seats

    @property
    def taken_off(self) -> Decimal:
        """The discounts of the line's seats."""
        return sum((discount.amount for discount in self.discounts.all()), Decimal(0))


class AppliedDiscount(models.Model):
    """An amount that a membership or a voucher took off a line when it was sold. Never changes.

    A line's discounts and its `line_price` add up to its list price.
    """

    class Kind(models.TextChoices):
        MEMBER = "member"
        VOUCHER = "voucher", "Discount code"

    line = models.ForeignKey(  # without an index, since the constraint's index starts with it
        OrderLine, on_delete=models.PROTECT, related_name="discounts", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind)
    voucher = models.ForeignKey(
        Voucher,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="discounts",
        verbose_name="discount code",
    )
    membership = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="discounts"
    )
    seats = models.PositiveIntegerField(help_text="How many of the line's seats cost less.")
    amount = money()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["line", "kind"], name="one_discount_per_line_and_kind"),
            models.CheckConstraint(condition=Q(amount__gt=0, seats__gte=1), name="a_discount_takes_something_off"),
            models.CheckConstraint(
                condition=Q(kind="member", membership__isnull=False, voucher=None)
                | Q(kind="voucher", voucher__isnull=False, membership=None),
                name="a_discount_has_one_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} off {self.line} ({self.kind})"

    @property
    def label(self) -> str:
        """What buyers read, such as "Discount code SPRING"."""
        return f"Discount code {self.voucher.code}" if self.voucher else "Member price"
