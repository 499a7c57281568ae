"""Show vouchers and memberships in the console, read-only. Staff change them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from discounts.models import Membership, Voucher

admin.site.register([Voucher, Membership], ReadOnlyAdmin)
