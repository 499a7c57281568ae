"""The audit log in the console."""

from typing import Any

from auditlog.filters import ResourceTypeFilter
from auditlog.models import LogEntry
from auditlog.render import render_logentry_changes_html
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html

from charityshop.admin.base import ReadOnlyAdmin

admin.site.unregister(LogEntry)  # the library's page shows neither `did` nor reasons


class DidFilter(admin.SimpleListFilter):
    title, parameter_name = "what was done", "did"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        found = LogEntry.objects.order_by().values_list("additional_data__did", flat=True).distinct()
        return [(did, did) for did in sorted(did for did in found if did)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(additional_data__did=self.value()) if self.value() else queryset


@admin.register(LogEntry)
class AuditLogAdmin(ReadOnlyAdmin):
    list_display = ["timestamp", "who", "did", "about", "what_changed", "more"]
    list_filter = [DidFilter, ResourceTypeFilter]
    list_select_related = ["content_type", "actor"]
    search_fields = ["object_repr", "object_pk", "actor_email", "additional_data", "changes"]
    date_hierarchy = "timestamp"
    ordering = ["-timestamp", "-pk"]
    fields = ["timestamp", "who", "did", "about", "changes_in_full", "more"]

    @admin.display(description="who", ordering="actor_email")
    def who(self, entry: Any) -> str:
        return str(entry.actor or entry.actor_email)

    @admin.display(description="did")
    def did(self, entry: Any) -> str:
        return str((entry.additional_data or {}).get("did", ""))

    @admin.display(description="what it is about")
    def about(self, entry: Any) -> str:
        kind, text = entry.content_type, f"{entry.content_type.name}: {entry.object_repr}"
        try:
            page = reverse(f"admin:{kind.app_label}_{kind.model}_change", args=[entry.object_pk])
        except NoReverseMatch:
            return text
        return format_html('<a href="{}">{}</a>', page, text)

    @admin.display(description="changed")
    def what_changed(self, entry: Any) -> str:
        shown = [f"{name}: {before or '–'} → {after or '–'}" for name, (before, after) in entry.changes_dict.items()]
        return "; ".join(shown)[:300]

    @admin.display(description="changes")
    def changes_in_full(self, entry: Any) -> str:
        table: str = render_logentry_changes_html(entry)  # escaped by the library
        return table or "–"

    @admin.display(description="more")
    def more(self, entry: Any) -> str:
        others = {name: value for name, value in (entry.additional_data or {}).items() if name != "did"}
        return ", ".join(f"{name}: {value}" for name, value in others.items())
