"""Show vouchers in the console, read-only. Staff change them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from discounts.models import Voucher

admin.site.register(
    Voucher,
    ReadOnlyAdmin,
    list_display=["code", "kind", "value", "max_uses", "per_person", "valid_from", "valid_until", "off", "created_at"],
)
