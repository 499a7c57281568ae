"""Alerts about payments that staff have to handle."""

from typing import Self

from django.db import models
from django.utils import timezone

from charityshop.db.columns import money, public_id_field


class PaymentAlertQuerySet(models.QuerySet["PaymentAlert"]):
    def waiting(self) -> Self:
        return self.filter(resolved_at=None)

    def disputes_against_shop(self) -> Self:
        """Filter open and lost disputes. Refunds that PayPal lists for their orders from then on are reversals."""
        closed = PaymentAlert.objects.filter(kind=PaymentAlert.Kind.CLOSED_DISPUTE)
        kinds = (PaymentAlert.Kind.DISPUTE, PaymentAlert.Kind.LOST_DISPUTE)
        return self.filter(kind__in=kinds).exclude(reference__in=closed.values("reference"))

    def about_disputes(self) -> Self:
        """Filter alerts that webhooks created for open and closed disputes."""
        kinds = (PaymentAlert.Kind.DISPUTE, PaymentAlert.Kind.LOST_DISPUTE, PaymentAlert.Kind.CLOSED_DISPUTE)
        return self.filter(kind__in=kinds)


class PaymentAlert(models.Model):
    """Something about a payment that staff have to know or decide, listed until they resolve it."""

    class Kind(models.TextChoices):
        FOREIGN_PAYEE = "foreign_payee"  # a PayPal order paid another account
        MISMATCH = "mismatch"  # a PayPal order doesn't match the order it was sent for
        DISPUTE = "dispute"  # the buyer or their bank opened a case at PayPal
        LOST_DISPUTE = "lost_dispute"  # PayPal closed it in the buyer's favor
        CLOSED_DISPUTE = "closed_dispute"
        HOLD = "hold"  # PayPal holds money for a dispute that no webhook has reported
        REVERSAL = "reversal"  # PayPal or a bank took the money back
        REVERSAL_CANCELED = "reversal_canceled"  # the money of a reversal was returned to the shop
        REFUND_FAILED = "refund_failed"  # PayPal refused a refund; the reference is its idempotency key
        REFUND_AMOUNT = "refund_amount"  # PayPal refunded another amount than the shop requested
        REFUND_BY_HAND = "refund_by_hand"  # the payment is too old for PayPal; the reference is the order's ID
        UNREQUESTED_REFUND = "unrequested_refund"  # a refund that the shop did not request, perhaps a duplicate
        FORGOTTEN_REFUND = "forgotten_refund"  # one that the shop requested before a backup without it was restored

    public_id = public_id_field()
    kind = models.CharField(max_length=20, choices=Kind)
    reference = models.CharField(
        max_length=64, help_text="PayPal's ID of the order, refund or dispute, or a request key."
    )
    order = models.ForeignKey("Order", on_delete=models.PROTECT, null=True, blank=True, related_name="alerts")
    amount = money()
    currency = models.CharField(max_length=3)
    message = models.CharField(max_length=500, help_text="What PayPal shows, and what staff can do about it.")
    created_at = models.DateTimeField(default=timezone.now)
    resolved_at = models.DateTimeField(null=True, blank=True, help_text="The audit log says who resolved it.")

    objects = PaymentAlertQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "reference"], name="one_alert_per_reference")]
        indexes = [models.Index(fields=["resolved_at"], name="alert_waiting")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.reference}"
