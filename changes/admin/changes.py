"""Order lines, which operators can move, what buyers changed, and reminders, in the admin site."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from changes.services.move_booking import move_booking
from charityshop.admin.base import ReadOnlyAdmin
from orders.admin.actions import MoveForm, run_with_form
from orders.admin.base import OperatorAdmin
from orders.models import Change, OrderLine, Reminder


@admin.register(OrderLine)
class OrderLineAdmin(OperatorAdmin):
    actions = ["move"]
    list_display = ["order", "name", "starts_at", "seats", "line_price", "refund_policy", "booking"]
    list_select_related = ["order", "booking"]
    search_fields = ["order__public_id", "order__number", "booking__public_id", "name", "product", "order__user__email"]
    date_hierarchy = "starts_at"
    ordering = ["-pk"]

    @admin.action(description="Move to another date", permissions=["act"])
    def move(self, request: HttpRequest, lines: QuerySet[OrderLine]) -> HttpResponse | None:
        by, form = self.get_actor(request), MoveForm(request.POST if "apply" in request.POST else None)

        def act(line: OrderLine) -> object:
            to, reason = form.cleaned_data["to"], form.cleaned_data["reason"]
            return move_booking(order_id=line.order_id, booking=line.booking.public_id, to=to, reason=reason, by=by)

        title = "Move these bookings to another date"
        return run_with_form(self, request, lines, name="move", title=title, form=form, act=act)


@admin.register(Change)
class ChangeAdmin(ReadOnlyAdmin):
    """What buyers did with seats after paying."""

    list_display = ["created_at", "order", "kind", "booking", "seats", "amount", "refund", "moved_from"]
    list_filter = ["kind"]
    list_select_related = ["order", "booking", "refund", "moved_from__event"]
    search_fields = ["order__public_id", "order__number", "booking__public_id", "by__email"]
    date_hierarchy = "created_at"
    ordering = ["-pk"]


@admin.register(Reminder)
class ReminderAdmin(ReadOnlyAdmin):
    """Dates that buyers and guests were reminded of by email."""

    list_display = ["created_at", "booking", "guest", "starts_at"]
    list_select_related = ["booking"]
    search_fields = ["booking__public_id", "guest"]
    ordering = ["-pk"]
