"""Base classes for pages of the console: with bounded searches, and read-only.

Data is changed through services, not through forms.
"""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError, NotSupportedError
from django.db.models import CharField, QuerySet, TextField
from django.http import HttpRequest, HttpResponse
from django.utils.text import smart_split

from charityshop.text import fold

MAX_SEARCH_TERMS = 20
MAX_SEARCH_CHARACTERS = 300


class BoundedSearch(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """Base class for searchable tables in the console. It limits the length of searches.

    Each word adds a condition per searched column: SQLite rejects very large expressions, and PostgreSQL gets slow.
    """

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = fold(search_term).strip()
        if len(term) > MAX_SEARCH_CHARACTERS or len(list(smart_split(term))) > MAX_SEARCH_TERMS:
            raise BadRequest(f"Search for at most {MAX_SEARCH_TERMS} words and {MAX_SEARCH_CHARACTERS} characters.")
        return super().get_search_results(request, queryset, term)

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """Ignore case and accents in texts."""
        return [f"{name}__fold__contains" if is_text(self.opts, name) else name for name in self.search_fields]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Reject actions on invalid primary keys, and typed filters such as year=-1.

        Django would pass them on to the database.
        """
        for key in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                self.opts.pk.clean(key, None)
            except ValidationError:
                raise BadRequest("One of the chosen rows does not exist.") from None
        try:
            return super().changelist_view(request, extra_context)
        except (DataError, NotSupportedError, OverflowError, ValueError):
            if request.method != "GET":
                raise
            raise BadRequest("This list can't be filtered by that. Open it again and choose a filter.") from None


def is_text(options: Any, path: str) -> bool:
    """Return whether a path such as "user__email" ends at a column with text."""
    return isinstance(get_fields_from_path(options.model, path)[-1], CharField | TextField)


class NoEditing:
    """Disallow adding, changing and deleting rows. Actions are still possible."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(NoEditing, BoundedSearch):
    """Show rows read-only: changes here would bypass the services' locks. The newest come first."""

    ordering = ["-pk"]


class ReadOnlyInline(NoEditing, admin.TabularInline):  # type: ignore[type-arg]
    """Show related rows read-only, each with a link to its own page."""

    template = "admin/rows.html"
    extra = 0
