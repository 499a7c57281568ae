"""Orders in the admin site: read-only, with the actions of the shop's own screens as a fallback."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from changes.models import Change
from charityshop.admin.base import ReadOnlyInline
from orders.admin import MailedReasonForm, OperatorAdmin, run_on_each, run_with_reason
from orders.models import Order, OrderLine
from orders.selectors.orders import format_address
from orders.services.cancel_order import cancel_order
from payments.models import Payment, Refund
from payments.selectors import revenue
from payments.selectors.order_money import format_reason
from payments.services.refunds.refund_order import refund_order
from payments.services.review_payment import refund_again, review_payment


class LineRows(ReadOnlyInline):
    model = OrderLine
    fields = ["starts_at", "seats", "price", "line_price", "tax_rate", "refund_policy", "booking"]


class PaymentRows(ReadOnlyInline):
    model = Payment
    fields = ["status", "amount", "currency", "capture_id", "captured_at", "fee", "is_extra", "last_problem"]


class RefundRows(ReadOnlyInline):
    model = Refund
    fields = ["kind", "status", "amount", "shown_reason", "by", "created_at", "completed_at", "last_problem"]
    readonly_fields = ["shown_reason"]
    also_read = ["payment", "change"]

    @admin.display(description="reason")
    def shown_reason(self, refund: Refund) -> str:
        return format_reason(refund)


class ChangeRows(ReadOnlyInline):
    model = Change
    fields = ["created_at", "kind", "booking", "seats", "amount", "refund", "moved_from"]


@admin.register(Order)
class OrderAdmin(OperatorAdmin):
    list_display = ["public_id", "number", "created_at", "user", "present_status", "total_price", "is_test", "paid_at"]
    search_fields = [
        "public_id",
        "number",
        "user__email",
        "user__first_name",
        "user__last_name",
        "lines__name",
        "payments__capture_id",
        "payments__paypal_order_id",
    ]
    fields = [
        "number",
        "user",
        "status",
        "refund_reason",
        "review_because",
        "is_test",
        "items_price",
        "shipping_price",
        "tax_price",
        "gift_price",
        "charity",
        "total_price",
        "accepted_price",
        "receipt_text",
        "receipt_by",
        "ships_to",
        "bills_to",
        "payment_method",
        "source",
        "created_at",
        "held_until",
        "hold_extended",
        "revivals",
        "paid_at",
        "delivered_at",
        "by_hand_at",
        "by_hand_done_at",
    ]
    inlines = [LineRows, PaymentRows, RefundRows, ChangeRows]
    actions = ["refund", "cancel_held", "accept_payment", "refuse_payment", "refund_again"]

    @admin.display(description="Status", ordering="status")
    def present_status(self, order: Order) -> str:
        return str(Order.Status(order.present_status).label)

    @admin.display(description="Shipping address")
    def ships_to(self, order: Order) -> str:
        return format_address(order.shipping_address) or "-"

    @admin.display(description="Billing address")
    def bills_to(self, order: Order) -> str:
        return format_address(order.billing_address) or "-"

    @admin.action(description="Refund the full remaining amount", permissions=["act"])
    def refund(self, request: HttpRequest, orders: QuerySet[Order]) -> HttpResponse | None:
        by = self.get_actor(request)
        return run_with_reason(
            self,
            request,
            orders,
            name="refund",
            title="Refund the full remaining amount of these orders",
            form_class=MailedReasonForm,
            act=lambda order, reason: refund_order(order_id=order.pk, reason=reason, by=by),
        )

    @admin.action(description="Cancel held orders", permissions=["act"])
    def cancel_held(self, request: HttpRequest, orders: QuerySet[Order]) -> None:
        by = self.get_actor(request)
        run_on_each(self, request, orders, lambda order: cancel_order(order_id=order.pk, by=by))

    @admin.action(description="In review: accept the payment", permissions=["act"])
    def accept_payment(self, request: HttpRequest, orders: QuerySet[Order]) -> HttpResponse | None:
        return self.decide(request, orders, accept=True, title="Accept the amounts that PayPal captured")

    @admin.action(description="In review: refuse the payment", permissions=["act"])
    def refuse_payment(self, request: HttpRequest, orders: QuerySet[Order]) -> HttpResponse | None:
        return self.decide(request, orders, accept=False, title="Refuse and refund these payments")

    def decide(self, request: HttpRequest, orders: QuerySet[Order], *, accept: bool, title: str) -> HttpResponse | None:
        by, name = self.get_actor(request), "accept_payment" if accept else "refuse_payment"
        return run_with_reason(
            self,
            request,
            orders,
            name=name,
            title=title,
            act=lambda order, reason: review_payment(order_id=order.pk, accept=accept, reason=reason, by=by),
        )

    @admin.action(description="Retry refunds that PayPal refused", permissions=["act"])
    def refund_again(self, request: HttpRequest, orders: QuerySet[Order]) -> HttpResponse | None:
        by = self.get_actor(request)
        return run_with_reason(
            self,
            request,
            orders,
            name="refund_again",
            title="Retry these refunds",
            act=lambda order, reason: refund_again(order_id=order.pk, reason=reason, by=by),
        )

    def get_urls(self) -> list[URLPattern]:
        own = path("sums/", self.admin_site.admin_view(self.sums_page), name="orders_order_sums")
        return [own, *super().get_urls()]

    def sums_page(self, request: HttpRequest) -> HttpResponse:
        """Show sold and refunded amounts and their difference, per event and month."""
        if not self.has_view_permission(request):
            return HttpResponse(status=403)
        found = revenue.list_months()
        context = {
            **self.admin_site.each_context(request),
            "title": "Revenue by event and month",
            "opts": self.model._meta,
            "months": found,
            "total": revenue.add_up([month.total for month in found]),
        }
        return TemplateResponse(request, "admin/orders/sums.html", context)
