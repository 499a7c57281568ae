"""Show vouchers and memberships in the console, read-only. Staff change them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from discounts.models import Membership, Voucher


@admin.register(Voucher)
class VoucherAdmin(ReadOnlyAdmin):
    list_display = ["code", "kind", "value", "max_uses", "per_person", "valid_from", "valid_until", "off", "created_at"]
    list_filter = ["kind", "off"]
    search_fields = ["code", "public_id", "events__name"]
    date_hierarchy = "created_at"


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ["number", "email", "valid_from", "valid_until", "user", "created_at"]
    list_select_related = ["user"]
    search_fields = ["number", "email", "user__email"]
    date_hierarchy = "created_at"
