"""What PayPal said about payments that no other row has, and that staff have to know."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from charityshop.db.columns import money, public_id_field
from orders.models import Order
from payments.models.payment import Payment


class PaymentAlertQuerySet(models.QuerySet["PaymentAlert"]):
    def waiting(self) -> Self:
        """Filter those that staff have to see: no dispute that was closed since, and no hold that a newer row shows."""
        alerts = PaymentAlert.objects.filter(order__isnull=False)
        closed, disputes = alerts.filter(kind__in=PaymentAlert.CLOSED), alerts.filter(kind__in=PaymentAlert.DISPUTES)
        found = self.filter(resolved_at=None)
        found = found.exclude(kind=PaymentAlert.Kind.DISPUTE, reference__in=closed.values("reference"))
        found = found.exclude(kind=PaymentAlert.Kind.HOLD, order__in=disputes.values("order"))
        claimed = Payment.objects.filter(order__isnull=False).exclude(capture_id=None)  # whose hold the order has
        return found.exclude(kind=PaymentAlert.Kind.HOLD, reference__in=claimed.values("capture_id"))

    def disputes_against_shop(self) -> Self:
        """Filter open and lost disputes. Refunds that PayPal lists for their orders from then on are reversals."""
        closed = PaymentAlert.objects.filter(kind=PaymentAlert.Kind.CLOSED_DISPUTE)
        kinds = (PaymentAlert.Kind.DISPUTE, PaymentAlert.Kind.LOST_DISPUTE)
        return self.filter(kind__in=kinds).exclude(reference__in=closed.values("reference"))

    def holds(self, order_id: int | None, capture_id: str) -> Self:
        """Filter holds of an order's money, or of this capture while it belonged to no order."""
        of_order = Q(order__isnull=False, order=order_id)
        return self.filter(of_order | Q(reference=capture_id), kind=PaymentAlert.Kind.HOLD)


class PaymentAlert(models.Model):
    """Something about a payment that PayPal said and no other row has, listed until staff resolve it."""

    class Kind(models.TextChoices):
        FOREIGN_PAYEE = "foreign_payee"  # a PayPal order paid another account
        MISMATCH = "mismatch"  # a PayPal order doesn't match the order it was sent for
        DISPUTE = "dispute"  # the buyer or their bank opened a case at PayPal
        LOST_DISPUTE = "lost_dispute"  # PayPal closed it in the buyer's favor
        CLOSED_DISPUTE = "closed_dispute"
        HOLD = "hold"  # PayPal holds money for a dispute, which a webhook may not have reported
        FORGOTTEN_REFUND = "forgotten_refund"  # one that the shop requested before a backup without it was restored

    CLOSED = (Kind.LOST_DISPUTE, Kind.CLOSED_DISPUTE)
    DISPUTES = (Kind.DISPUTE, *CLOSED)

    public_id = public_id_field()
    kind = models.CharField(max_length=20, choices=Kind)
    reference = models.CharField(max_length=64, help_text="PayPal's ID of the order, refund, dispute or hold.")
    order = models.ForeignKey(Order, on_delete=models.PROTECT, null=True, blank=True, related_name="alerts")
    amount = money()
    currency = models.CharField(max_length=3)
    message = models.CharField(max_length=500, help_text="What PayPal shows, and what staff can do about it.")
    created_at = models.DateTimeField(default=timezone.now)
    resolved_at = models.DateTimeField(
        null=True, blank=True, help_text="When PayPal ended the hold, or staff were done. The audit log says who."
    )

    objects = PaymentAlertQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "reference"], name="one_alert_per_reference")]
        indexes = [models.Index(fields=["resolved_at"], name="alert_waiting")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.reference}"
