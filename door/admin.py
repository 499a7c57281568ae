"""Filter what phones sent and the shop can't use by its code. The console shows the door's other tables as they are."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from door.models import UnusableEntry

admin.site.register(UnusableEntry, ReadOnlyAdmin, list_filter=["code"])
