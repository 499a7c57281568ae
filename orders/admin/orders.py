"""What belongs to orders in the admin site, read-only. Orders themselves have actions about money: see `payments`."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from orders.models import AppliedDiscount, PlacedRequest


@admin.register(AppliedDiscount)
class AppliedDiscountAdmin(ReadOnlyAdmin):
    """What members and holders of codes did not have to pay."""

    list_display = ["line", "kind", "voucher", "membership", "seats", "amount"]
    list_filter = ["kind"]
    list_select_related = ["line", "voucher", "membership"]
    search_fields = ["line__order__public_id", "line__order__number", "voucher__code", "membership__number"]
    ordering = ["-pk"]


@admin.register(PlacedRequest)
class PlacedRequestAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "key", "user", "order"]
    list_select_related = ["user", "order"]
    search_fields = ["key", "user__email", "order__public_id", "order__number"]
    ordering = ["-pk"]
