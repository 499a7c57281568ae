"""Payments by PayPal and in cash, their refunds, and webhooks."""

from datetime import datetime
from decimal import Decimal
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Case, F, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce, Round
from django.utils import timezone

from charityshop.db.columns import money, optional_money
from events.formatting import format_money
from orders.models import Order, OrderLine


class PaymentQuerySet(models.QuerySet["Payment"]):
    def counting(self) -> Self:
        """Filter completed payments that count toward their order: at most one each, no second payments."""
        return self.filter(status=Payment.Status.COMPLETED, is_extra=False, order__isnull=False)

    def in_cash(self) -> Self:
        return self.filter(method=Payment.Method.CASH)

    def by_paypal(self) -> Self:
        """Filter payments that PayPal took, or may take, for orders or for nobody's."""
        return self.exclude(method=Payment.Method.CASH)

    def unclaimed(self) -> Self:
        """Filter money at PayPal that belongs to no order, even if it was refunded."""
        return self.filter(order=None)

    def waiting(self) -> Self:
        """Filter unclaimed money of which something is left: staff's list has it."""
        completed = Refund.objects.filter(payment=OuterRef("pk"), status=Refund.Status.COMPLETED).order_by()
        gone = Sum(Case(When(kind=Refund.Kind.RETURNED, then=-F("amount")), default=F("amount")))
        sums = completed.values("payment").annotate(gone=Round(gone, 2)).values("gone")  # SQLite adds in floating point
        return self.unclaimed().filter(amount__gt=Coalesce(Subquery(sums), Decimal(0)))


class RefundQuerySet(models.QuerySet["Refund"]):
    def effective(self, *statuses: str) -> Self:
        """Filter refunds whose money is gone: completed ones, or those with these statuses.

        Leave out reversals whose money was returned, these returns, and releases, which have no money.
        """
        found = self.filter(status__in=statuses or [Refund.Status.COMPLETED], returned=None)
        return found.exclude(kind__in=[Refund.Kind.RETURNED, Refund.Kind.RELEASE])

    def of_order(self) -> Self:
        """Leave out refunds of second payments, which don't count toward their order."""
        return self.exclude(payment__is_extra=True)


class Payment(models.Model):
    """Money for an order: a PayPal order and its capture, or cash. Without an order, a capture that nobody has claimed.

    Both idempotency keys are stored before PayPal is called, so that a call with a lost response can be repeated
    without a second effect. After a refusal, the next capture gets a new key. Cash is complete immediately, and has
    nothing of PayPal's. A capture that belongs to no order is listed for staff until its buyer submits it, which gives
    it the order, or staff refund it.
    """

    class Method(models.TextChoices):
        PAYPAL = "paypal", "PayPal"
        VENMO = "venmo"
        CARD = "card"
        CASH = "cash"

    class Status(models.TextChoices):
        CREATING = "creating"  # the PayPal order was requested; its ID is not known yet
        OPEN = "open"  # the PayPal order exists; the buyer has not paid
        CAPTURING = "capturing"  # the capture was requested; its outcome is not known
        PENDING = "pending"  # captured, but held by PayPal for now
        COMPLETED = "completed"
        REFUSED = "refused"  # PayPal refused the call
        DENIED = "denied"  # PayPal declined a pending capture

    UNDECIDED = (Status.CAPTURING, Status.PENDING)  # PayPal has the last word

    order = models.ForeignKey(
        Order,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="payments",
        help_text="Empty: nobody has claimed it.",
    )
    method = models.CharField(max_length=6, choices=Method, default=Method.PAYPAL)
    status = models.CharField(max_length=9, choices=Status, default=Status.CREATING)
    paypal_order_id = models.CharField(max_length=64, unique=True, null=True, blank=True)
    create_key = models.CharField(max_length=64, unique=True, null=True, blank=True)
    capture_key = models.CharField(max_length=64, unique=True, null=True, blank=True)
    capture_key_at = models.DateTimeField(null=True, blank=True)
    capture_id = models.CharField(max_length=64, unique=True, null=True, blank=True)
    payee = models.CharField(
        max_length=120, blank=True, help_text="The account that PayPal named when the shop created the PayPal order."
    )
    custom_id = models.CharField(
        max_length=127, blank=True, default="", help_text="The order that unclaimed money names, if any."
    )
    from_browser = models.BooleanField(
        default=False, help_text="The PayPal order was created in a browser, not by the shop."
    )
    is_extra = models.BooleanField(
        default=False, help_text="A second payment for a paid order, which is refunded in full."
    )
    amount = money(help_text="The requested amount; once captured, the amount that PayPal reports.")
    currency = models.CharField(max_length=3, default="USD")
    given = optional_money(help_text="What the buyer gave in cash. The difference is their change.")
    created_at = models.DateTimeField(default=timezone.now)
    captured_at = models.DateTimeField(null=True, blank=True)
    fee = optional_money(help_text="PayPal's fee. Empty: PayPal has not reported it yet, so nothing is counted.")
    posted_on = models.DateField(
        null=True,
        blank=True,
        help_text="The day of its rows in the journal, in the shop's time zone. Empty: it has none yet.",
    )
    last_problem = models.CharField(max_length=500, blank=True)
    done_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff were done with what is owed. The audit log says who."
    )

    objects = PaymentQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(status="completed") | Q(capture_id__isnull=False) | Q(method="cash"),
                name="completed_payment_has_a_capture",
            ),
            models.CheckConstraint(
                condition=Q(method="cash", given__isnull=False, given__gte=F("amount"))
                | (~Q(method="cash") & Q(given=None)),
                name="cash_given_covers_it",
            ),
            models.CheckConstraint(
                condition=~Q(method="cash")
                | Q(order__isnull=False, status="completed", is_extra=False, amount__gt=0, captured_at__isnull=False),
                name="cash_is_positive",
            ),
            models.CheckConstraint(
                condition=~Q(method="cash")
                | Q(capture_id=None, paypal_order_id=None, create_key=None, capture_key=None, fee=0, fee__isnull=False),
                name="cash_has_nothing_of_paypal",
            ),
            models.CheckConstraint(
                condition=Q(order__isnull=False) | Q(status="completed", is_extra=False),
                name="unclaimed_money_was_captured",
            ),
            models.UniqueConstraint(
                fields=["order"],
                condition=Q(status__in=["capturing", "pending", "completed"], is_extra=False),
                name="one_capture_per_order",
            ),
        ]
        indexes = [models.Index(fields=["status", "created_at"], name="payment_by_status")]

    def __str__(self) -> str:
        if self.is_cash:
            return f"{self.amount} in cash for {self.order_id}"
        if self.order_id is None:
            return f"{self.amount} {self.currency} ({self.capture_id})"
        return f"{self.amount} {self.currency} for {self.order_id} ({self.status})"

    @property
    def counts(self) -> bool:
        """Like PaymentQuerySet.counting(), for a payment in memory."""
        return self.status == self.Status.COMPLETED and not self.is_extra and self.order_id is not None

    @property
    def is_cash(self) -> bool:
        return self.method == self.Method.CASH

    def get_order(self) -> Order:
        """Return its order. Raise ValueError while nobody has claimed it."""
        if self.order is None:
            raise ValueError(f"No order has claimed payment {self.pk}.")
        return self.order

    # Of money that nobody has claimed, from its refunds:

    @property
    def left(self) -> Decimal:
        """What was neither refunded nor taken back."""
        completed = [refund for refund in self.refunds.all() if refund.status == Refund.Status.COMPLETED]
        return self.amount + sum(
            (refund.amount if refund.kind == Refund.Kind.RETURNED else -refund.amount for refund in completed),
            Decimal(0),
        )

    @property
    def is_being_refunded(self) -> bool:
        return any(refund.status in Refund.UNDECIDED for refund in self.refunds.all())

    @property
    def is_claimable(self) -> bool:
        """Whether an order may claim it: something is left, and no refund is on its way."""
        return self.left > 0 and not self.is_being_refunded

    @property
    def refund_asked_at(self) -> datetime | None:
        """When staff asked last to refund it, unless PayPal refused."""
        asked = [refund for refund in self.refunds.all() if refund.kind == Refund.Kind.REQUESTED]
        return next((refund.created_at for refund in reversed(asked) if refund.status != Refund.Status.FAILED), None)

    @property
    def refunded_at(self) -> datetime | None:
        """When the last of it was refunded or taken back, or None while something is left."""
        times = [refund.completed_at for refund in self.refunds.all() if refund.completed_at]
        return max(times) if times and self.left <= 0 else None

    @property
    def refusal(self) -> str:
        """Why PayPal refused its latest refund. Empty: it did not, or staff asked again."""
        refunds = list(self.refunds.all())
        return refunds[-1].last_problem if refunds and refunds[-1].status == Refund.Status.FAILED else ""


class CashManager(models.Manager["CashPayment"]):
    def get_queryset(self) -> models.QuerySet["CashPayment"]:
        return super().get_queryset().filter(method=Payment.Method.CASH)


class CashPayment(Payment):
    """Cash as the console lists it."""

    listed = CashManager()

    class Meta:
        proxy = True
        default_manager_name = "listed"


class UnmatchedManager(models.Manager["UnmatchedPayment"]):
    def get_queryset(self) -> models.QuerySet["UnmatchedPayment"]:
        return super().get_queryset().filter(order=None).prefetch_related("refunds")


class UnmatchedPayment(Payment):
    """Money that nobody has claimed as the console lists it."""

    listed = UnmatchedManager()

    class Meta:
        proxy = True
        default_manager_name = "listed"


class Refund(models.Model):
    """A refund or reversal, or the return of a reversal's money. Its key is stored before PayPal is called.

    What it is says `kind`, and never `reason`, which people type, and which is erased with their names.

    Staff return money by hand (`by_hand`) without PayPal: another way than it came, or cash from a drawer. A reversal
    whose money is returned to the shop stays completed. Its return (`returned`) is a separate row, with
    the reversal's amount and PayPal's fee for it as a negative `fee_back`, and with no ID of PayPal's if PayPal only
    corrected what it had announced.
    """

    class Kind(models.TextChoices):
        REQUESTED = "requested"  # by staff, the buyer or the shop, of PayPal
        AT_PAYPAL = "at_paypal"  # made on PayPal's website
        BY_HAND = "by_hand"  # returned by staff without PayPal
        REVERSAL = "reversal"  # PayPal or a bank took the money back; bookings stay confirmed
        RETURNED = "returned"  # the money of a reversal came back to the shop
        RELEASE = "release"  # returns seats, and no money: the shop does not have it

    class Status(models.TextChoices):
        REQUESTED = "requested"
        PENDING = "pending"
        COMPLETED = "completed"
        FAILED = "failed"

    UNDECIDED = (Status.REQUESTED, Status.PENDING)  # asked for, not done yet

    order = models.ForeignKey(
        Order,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="refunds",
        help_text="Empty: of money that nobody had claimed.",
    )
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, null=True, blank=True, related_name="refunds")
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.REQUESTED)
    status = models.CharField(max_length=9, choices=Status, default=Status.REQUESTED)
    amount = money()
    asked_amount = optional_money(help_text="What the shop asked for, if PayPal refunded another amount.")
    of_gift = money(default=Decimal(0), help_text="How much of the amount is the order's gift.")
    returns = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="returned",
        help_text="The reversal whose money this returns to the shop.",
    )
    retry_of = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="retry",
        help_text="The failed refund that this one asks for again.",
    )
    reason = models.CharField(
        max_length=500, blank=True, default="", help_text="What people wrote. Empty: nobody gave one."
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: the shop or PayPal acted.",
    )
    note = models.CharField(
        max_length=500, blank=True, default="", help_text="How staff returned money without PayPal."
    )
    request_key = models.CharField(max_length=64, unique=True)
    paypal_refund_id = models.CharField(max_length=64, unique=True, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    completed_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True, help_text="Empty: it has not failed.")
    fee_back = optional_money(help_text="The part of its fee that PayPal gave back. Empty: not known.")
    posted_on = models.DateField(
        null=True,
        blank=True,
        help_text="The day of its rows in the journal, in the shop's time zone. Empty: it has none yet.",
    )
    last_problem = models.CharField(max_length=500, blank=True)
    done_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff were done with what their list said of it. The audit log says who."
    )

    objects = RefundQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="refund_not_negative"),
            models.CheckConstraint(
                condition=Q(order__isnull=False) | Q(payment__isnull=False), name="a_refund_is_of_an_order_or_payment"
            ),
            models.CheckConstraint(
                condition=Q(of_gift__gte=0, of_gift__lte=F("amount")), name="refund_includes_its_gift"
            ),
            models.CheckConstraint(
                condition=(~Q(kind="returned") & Q(returns=None))
                | Q(
                    kind="returned",
                    returns__isnull=False,
                    status="completed",
                    completed_at__isnull=False,
                    fee_back__isnull=False,
                ),
                name="a_return_is_completed",
            ),
            models.CheckConstraint(
                condition=Q(retry_of=None) | Q(kind="requested", payment__isnull=False), name="a_retry_is_requested"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["by_hand", "release"]) | Q(paypal_refund_id=None),
                name="by_hand_is_not_at_paypal",
            ),
            models.CheckConstraint(condition=~Q(kind="release") | Q(amount=0), name="a_release_has_no_money"),
        ]
        indexes = [
            models.Index(fields=["status", "created_at"], name="refund_by_status"),
            models.Index(fields=["kind"], name="refund_by_kind"),
            models.Index(fields=["asked_amount"], name="refund_of_other_amount"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} back for {self.order_id} ({self.status})"

    @property
    def is_of_order(self) -> bool:
        """Like RefundQuerySet.of_order(), for a refund in memory."""
        return not (self.payment and self.payment.is_extra)

    @property
    def currency(self) -> str:
        """The payment's currency, which may differ from the shop's."""
        return self.payment.currency if self.payment else settings.CURRENCY

    @property
    def amount_text(self) -> str:
        return format_money(self.amount, self.currency)


class RefundPart(models.Model):
    """Seats of one order line that a refund returns, and what becomes of their value.

    Deleted when the refund fails, so that the seats can be returned again.
    """

    refund = models.ForeignKey(Refund, on_delete=models.CASCADE, related_name="parts")
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="parts")
    seats = models.PositiveIntegerField()
    amount = money(help_text="Refunded to the buyer.")
    fee = money(default=0, help_text="Kept by the club, by the refund policy.")
    donated = money(default=0, help_text="Left to the club by the buyer.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["refund", "line"], name="one_part_per_refund_and_line"),
            models.CheckConstraint(
                condition=Q(seats__gte=1, amount__gte=0, fee__gte=0, donated__gte=0), name="refund_part_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} for {self.seats} of {self.line}"


class WebhookEvent(models.Model):
    """A verified webhook from PayPal. Repeated webhooks are ignored once the event is settled."""

    event_id = models.CharField(max_length=64, unique=True)
    event_type = models.CharField(max_length=80)
    body = models.JSONField()
    received_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "PayPal notification"
        indexes = [models.Index(fields=["settled_at", "received_at"], name="webhook_unsettled")]

    def __str__(self) -> str:
        return f"{self.event_type} {self.event_id}"
