"""Show tournaments in the console, read-only. Their entries are in the door's log."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from tables.models import Player, Report, Tournament

admin.site.register([Tournament, Player, Report], ReadOnlyAdmin)
