"""What happens after a sale, in the admin site: lines to move, and the rest read-only.

Staff begin changes of dates in the shop.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from changes.models import Entitlement
from changes.services.change_booking import move_booking
from charityshop.admin.base import ReadOnlyAdmin, ReadOnlyInline
from events.models import DateChange
from orders.admin import MoveForm, OperatorAdmin, run_with_form
from orders.models import OrderLine


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


class EntitlementRows(ReadOnlyInline):
    model = Entitlement
    fields = ["line", "until", "outcome", "told_at", "settled_at", "refund"]


admin.site.register(DateChange, ReadOnlyAdmin, inlines=[EntitlementRows])
