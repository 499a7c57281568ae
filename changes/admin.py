"""What happens after a sale, in the admin site: lines to move, alerts to mark as done, and the rest read-only.

Staff begin changes of dates in the shop.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from changes.models import DateChange, Entitlement
from changes.services.change_booking import move_booking
from changes.services.mark_as_done import mark_as_done
from charityshop.admin.base import ReadOnlyAdmin, ReadOnlyInline
from orders.admin import MoveForm, OperatorAdmin, run_with_form
from orders.models import OrderLine
from payments.models import PaymentAlert


@admin.register(OrderLine)
class OrderLineAdmin(OperatorAdmin):
    actions = ["move"]
    list_display = ["order", "name", "starts_at", "seats", "line_price", "refund_policy", "booking"]
    search_fields = ["order__public_id", "order__number", "order__user__email", "booking__public_id", "name", "product"]
    date_hierarchy = "starts_at"

    @admin.action(description="Move to another date", permissions=["act"])
    def move(self, request: HttpRequest, lines: QuerySet[OrderLine]) -> HttpResponse | None:
        by, form = self.get_actor(request), MoveForm(request.POST if "apply" in request.POST else None)

        def act(line: OrderLine) -> object:
            to, reason = form.cleaned_data["to"], form.cleaned_data["reason"]
            return move_booking(order_id=line.order_id, booking=line.booking.public_id, to=to, reason=reason, by=by)

        title = "Move these bookings to another date"
        return run_with_form(self, request, lines, name="move", title=title, form=form, act=act)


@admin.register(PaymentAlert)
class PaymentAlertAdmin(OperatorAdmin):
    list_filter = [("resolved_at", admin.EmptyFieldListFilter), "kind"]
    actions = ["resolve"]

    @admin.action(description="Mark as done", permissions=["act"])
    def resolve(self, request: HttpRequest, alerts: QuerySet[PaymentAlert]) -> None:
        for alert in alerts:
            mark_as_done(item_id=alert.public_id, by=self.get_actor(request))


class EntitlementRows(ReadOnlyInline):
    model = Entitlement
    fields = ["line", "until", "outcome", "told_at", "settled_at", "refund"]


admin.site.register(DateChange, ReadOnlyAdmin, inlines=[EntitlementRows])
