"""Requests that placed orders."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from orders.models.order import Order


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
