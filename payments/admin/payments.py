"""Payments, refunds, alerts and webhooks in the admin site."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from charityshop.admin.base import ReadOnlyAdmin
from orders.admin import OperatorAdmin, run_with_reason
from orders.models import (
    CashPayment,
    Payment,
    PaymentAlert,
    Refund,
    RefundPart,
    Transfer,
    UnmatchedPayment,
    WebhookEvent,
)
from orders.refund_reasons import format_reason
from payments.services.alerts import mark_as_done
from payments.services.refunds.refund_order import refund_unmatched_payment


@admin.register(Payment)
class PaymentAdmin(ReadOnlyAdmin):
    list_display = [
        "created_at",
        "order",
        "method",
        "status",
        "amount",
        "currency",
        "capture_id",
        "is_extra",
        "last_problem",
    ]
    list_filter = ["method", "status", "is_extra", "from_browser", "currency"]
    list_select_related = ["order"]
    search_fields = ["order__public_id", "order__number", "order__user__email", "capture_id", "paypal_order_id"]
    date_hierarchy = "created_at"


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    """What payments, refunds and staff's entries are for, as it was written down when money moved."""

    list_display = ["day", "debit", "credit", "amount", "order", "payment", "refund", "entry"]
    list_filter = ["debit", "credit"]
    list_select_related = ["order", "payment", "refund__payment", "entry"]
    search_fields = ["order__public_id", "order__number", "payment__capture_id", "entry__public_id"]
    date_hierarchy = "day"


@admin.register(CashPayment)
class CashPaymentAdmin(ReadOnlyAdmin):
    """What paid the orders that were sold at the door."""

    list_display = ["created_at", "order", "amount", "given"]
    list_select_related = ["order"]
    search_fields = ["order__public_id", "order__number"]
    date_hierarchy = "created_at"


@admin.register(Refund)
class RefundAdmin(ReadOnlyAdmin):
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
    list_filter = ["kind", "status"]
    list_select_related = ["order", "by", "payment", "change"]
    search_fields = [
        "order__public_id",
        "order__number",
        "order__user__email",
        "paypal_refund_id",
        "reason",
        "by__email",
    ]
    date_hierarchy = "created_at"

    @admin.display(description="reason")
    def shown_reason(self, refund: Refund) -> str:
        return format_reason(refund)


@admin.register(RefundPart)
class RefundPartAdmin(ReadOnlyAdmin):
    list_display = ["refund", "line", "seats", "amount", "fee", "gift"]
    list_select_related = ["refund__order", "line"]
    search_fields = ["refund__order__public_id", "refund__order__number", "line__booking__public_id"]


@admin.register(UnmatchedPayment)
class UnmatchedPaymentAdmin(OperatorAdmin):
    list_display = ["created_at", "capture_id", "amount", "currency", "refund_asked_at", "refunded_at", "refusal"]
    list_filter = ["refunds__status"]
    search_fields = ["capture_id", "paypal_order_id"]
    date_hierarchy = "created_at"
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


@admin.register(PaymentAlert)
class PaymentAlertAdmin(OperatorAdmin):
    list_display = ["created_at", "kind", "reference", "order", "amount", "currency", "message", "resolved_at"]
    list_filter = [("resolved_at", admin.EmptyFieldListFilter), "kind"]
    list_select_related = ["order"]
    search_fields = ["reference", "order__public_id", "order__number", "message"]
    date_hierarchy = "created_at"
    actions = ["resolve"]

    @admin.action(description="Mark as done", permissions=["act"])
    def resolve(self, request: HttpRequest, alerts: QuerySet[PaymentAlert]) -> None:
        for alert in alerts:
            mark_as_done(item_id=alert.public_id, by=self.get_actor(request))


@admin.register(WebhookEvent)
class WebhookEventAdmin(ReadOnlyAdmin):
    list_display = ["received_at", "event_type", "event_id", "settled_at"]
    list_filter = ["event_type", ("settled_at", admin.EmptyFieldListFilter)]
    search_fields = ["event_id", "event_type", "body"]
    date_hierarchy = "received_at"
