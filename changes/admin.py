"""What changes after a sale, in the admin site: order lines, which operators can move, and the rest read-only.

Staff begin changes of dates, and write messages, in the shop.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from changes.services.move_booking import move_booking
from charityshop.admin.base import ReadOnlyAdmin, ReadOnlyInline
from orders.admin import MoveForm, OperatorAdmin, run_with_form
from orders.models import Change, DateChange, Entitlement, Message, MessageRecipient, OrderLine, Reminder


@admin.register(OrderLine)
class OrderLineAdmin(OperatorAdmin):
    actions = ["move"]
    list_display = ["order", "name", "starts_at", "seats", "line_price", "refund_policy", "booking"]
    list_select_related = ["order", "booking"]
    search_fields = ["order__public_id", "order__number", "booking__public_id", "name", "product", "order__user__email"]
    date_hierarchy = "starts_at"

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


@admin.register(Reminder)
class ReminderAdmin(ReadOnlyAdmin):
    """Dates that buyers and guests were reminded of by email."""

    list_display = ["created_at", "booking", "guest", "starts_at"]
    list_select_related = ["booking"]
    search_fields = ["booking__public_id", "guest"]


class EntitlementRows(ReadOnlyInline):
    model = Entitlement
    fields = ["line", "until", "outcome", "told_at", "settled_at", "refund"]


@admin.register(DateChange)
class DateChangeAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "kind", "starts_at", "to", "answer_until", "status", "by", "created_at"]
    list_filter = ["kind", "status"]
    list_select_related = ["occurrence__event", "by"]
    search_fields = ["public_id", "occurrence__event__name", "reason"]
    date_hierarchy = "created_at"
    ordering = ["-public_id"]
    inlines = [EntitlementRows]


@admin.register(Entitlement)
class EntitlementAdmin(ReadOnlyAdmin):
    list_display = ["pk", "date_change", "line", "until", "outcome", "told_at", "settled_at", "refund"]
    list_filter = ["outcome"]
    list_select_related = ["date_change", "line__order", "refund__order"]
    search_fields = ["date_change__public_id", "line__order__public_id", "line__order__number", "line__name"]


class RecipientRows(ReadOnlyInline):
    model = MessageRecipient
    fields = ["booking", "seat_link", "entry"]


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "occurrence", "subject", "audiences", "recipient_count", "by"]
    list_select_related = ["occurrence__event", "by"]
    search_fields = ["public_id", "subject", "occurrence__event__name", "by__email"]
    date_hierarchy = "created_at"
    inlines = [RecipientRows]


@admin.register(MessageRecipient)
class MessageRecipientAdmin(ReadOnlyAdmin):
    list_display = ["message", "booking", "seat_link", "entry"]
    list_select_related = ["message", "booking", "seat_link", "entry"]
    search_fields = ["message__public_id", "booking__public_id", "seat_link__public_id", "entry__public_id"]
