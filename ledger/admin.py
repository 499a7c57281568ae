"""Show the closed months and the ledger's entries in the console, read-only. Staff work on them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from ledger.models import Month
from payments.models import LedgerEntry

admin.site.register([Month, LedgerEntry], ReadOnlyAdmin)
