"""Payments, refunds, alerts and webhooks in the admin site."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from charityshop.admin.base import ReadOnlyAdmin
from orders.admin import OperatorAdmin, run_with_reason
from payments.models import (
    CashPayment,
    Payment,
    Refund,
    Transfer,
    UnmatchedPayment,
    WebhookEvent,
)
from payments.selectors.order_money import format_reason
from payments.services.review_payment import refund_unmatched_payment


@admin.register(Refund)
class RefundAdmin(ReadOnlyAdmin):
    list_select_related = ["order", "by", "payment", "change"]  # the reason reads the last two
    list_display = [
        "created_at",
        "order",
        "kind",
        "status",
        "amount",
        "shown_reason",
        "by",
        "completed_at",
        "last_problem",
    ]

    @admin.display(description="reason")
    def shown_reason(self, refund: Refund) -> str:
        return format_reason(refund)


@admin.register(UnmatchedPayment)
class UnmatchedPaymentAdmin(OperatorAdmin):
    list_display = [
        "created_at",
        "capture_id",
        "amount",
        "left",
        "currency",
        "refund_asked_at",
        "refunded_at",
        "refusal",
    ]
    list_filter = ["refunds__status"]
    actions = ["refund"]

    @admin.action(description="Refund the payment", permissions=["act"])
    def refund(self, request: HttpRequest, payments: QuerySet[UnmatchedPayment]) -> HttpResponse | None:
        by = self.get_actor(request)
        return run_with_reason(
            self,
            request,
            payments,
            name="refund",
            title="Refund these payments",
            act=lambda payment, reason: refund_unmatched_payment(payment_id=payment.pk, reason=reason, by=by),
        )


admin.site.register(
    Transfer,
    ReadOnlyAdmin,
    search_fields=["order__public_id", "order__number", "payment__capture_id", "entry__public_id"],
    date_hierarchy="day",
)
admin.site.register(CashPayment, ReadOnlyAdmin, list_display=["created_at", "order", "amount", "given"])
admin.site.register(
    Payment,
    ReadOnlyAdmin,
    list_display=[
        "created_at",
        "order",
        "method",
        "status",
        "amount",
        "currency",
        "capture_id",
        "is_extra",
        "last_problem",
    ],
)
admin.site.register(
    WebhookEvent,
    ReadOnlyAdmin,
    list_filter=["event_type", ("settled_at", admin.EmptyFieldListFilter)],
    search_fields=["event_id", "event_type", "body"],
    date_hierarchy="received_at",
)
