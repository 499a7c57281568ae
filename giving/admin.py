"""Show goals in the console, read-only. Staff edit them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from giving.models import Goal

admin.site.register(Goal, ReadOnlyAdmin)
