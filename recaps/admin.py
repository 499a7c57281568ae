"""Show recaps and what guests answered in the console, read-only. Staff change them on the guest list."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from recaps.models import Answer, Recap

admin.site.register([Recap, Answer], ReadOnlyAdmin)
