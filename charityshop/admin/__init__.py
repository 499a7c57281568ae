"""Register the shared models with the admin site. `outbox.admin` registers the shop settings, with the channel."""

from django.contrib import admin

from charityshop.admin import audit_log
from charityshop.admin.base import ReadOnlyAdmin
from charityshop.models import Counter, Retry

__all__ = ["audit_log"]

admin.site.register(Counter, ReadOnlyAdmin, ordering=["-ends_at"])  # its keys are hashes, which identify nobody
admin.site.register(Retry, ReadOnlyAdmin, list_filter=["job"], ordering=["-failures", "-since"])
