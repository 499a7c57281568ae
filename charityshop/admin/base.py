"""Base classes for pages of the console: with bounded searches, and read-only.

Data is changed through services, not through forms.
"""

from collections.abc import Container, Iterable, Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import flatten_fieldsets, get_fields_from_path
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError, NotSupportedError
from django.db.models import AutoField, BooleanField, CharField, JSONField, Model, QuerySet, TextField
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse
from django.utils.text import smart_split

from charityshop.text import fold

MAX_SEARCH_TERMS = 20
MAX_SEARCH_CHARACTERS = 300
MAX_LIST_COLUMNS = 10
KNOWN_BY = ("public_id", "number", "email", "name", "capture_id")
NEVER_TYPED = ("digest", "hash", "image", "key")


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
        columns = {name: get_fields_from_path(self.model, name)[-1] for name in self.search_fields}
        return [f"{name}__fold__contains" if is_text(column) else name for name, column in columns.items()]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse to filter by what the page does not show: a secret could be guessed letter by letter.

        Django allows every column of the table in the address, and the keys of the tables that refer to it.
        """
        first = lookup.split(LOOKUP_SEP)[0]
        name = self.opts.pk.name if first == "pk" else first
        found = (field for field in self.opts.get_fields() if name in (field.name, getattr(field, "attname", "")))
        field = next(found, None)
        if field and not (field.concrete and field.name in self.list_open_columns(request)):
            return any(lookup.startswith(f"{path}{LOOKUP_SEP}") for path in self.get_list_filter(request))
        return super().lookup_allowed(lookup, value, request)

    def list_open_columns(self, request: HttpRequest) -> set[str]:
        """Return what lists may be filtered by: what the list and the page of a row show, and IDs."""
        shown = {*flatten_fieldsets(self.get_fieldsets(request, self.model())), *map(str, self.list_display)}
        ids = {field.name for field in self.opts.concrete_fields if isinstance(field, AutoField)}
        return {*shown, *ids, "public_id"}

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Reject actions on invalid primary keys, and typed filters by hidden columns or such as year=-1.

        Django would pass the keys and years on to the database.
        """
        for key in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                self.opts.pk.clean(key, None)
            except ValidationError:
                raise BadRequest("One of the chosen rows does not exist.") from None
        try:
            return super().changelist_view(request, extra_context)
        except (DataError, DisallowedModelAdminLookup, NotSupportedError, OverflowError, ValueError):
            if request.method != "GET":
                raise
            raise BadRequest("This list can't be filtered by that. Open it again and choose a filter.") from None


class NoEditing:
    """Disallow adding, changing and deleting rows. Actions are still possible."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(NoEditing, BoundedSearch):
    """Show rows read-only: changes here would bypass the services' locks. The newest come first.

    What isn't declared follows from the model. Columns that aren't editable, such as secrets, are shown only where a
    page names them.
    """

    ordering = ["-pk"]

    def __init__(self, model: type[Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        for name, value in self.derive_options().items():
            if getattr(self, name) == getattr(admin.ModelAdmin, name):
                setattr(self, name, value)

    def derive_options(self) -> dict[str, Any]:
        columns = [field for field in self.opts.concrete_fields if self.is_shown(field)]
        narrow = [field.name for field in columns if not isinstance(field, JSONField | TextField)]
        short = narrow[:MAX_LIST_COLUMNS] or ["pk"]
        listed = short if self.list_display == ("__str__",) else self.list_display
        links = list_links(columns, listed)
        return {
            "list_display": short,
            "list_select_related": list_paths(links),
            "list_filter": [field.name for field in columns if field.choices or isinstance(field, BooleanField)],
            "search_fields": [field.name for field in columns if is_typed(field)] + list_names(links),
            "date_hierarchy": next(
                (field.name for field in columns if field.name == "created_at" and is_indexed(field)), None
            ),
        }

    def is_shown(self, field: Any) -> bool:
        if self.fields:
            return field.name in self.fields
        is_open = field.editable and field.name not in (self.exclude or ()) and not isinstance(field, AutoField)
        return is_open or field.name == "public_id"


def is_text(field: Any) -> bool:
    return isinstance(field, CharField | TextField) and not field.choices


def is_typed(field: Any) -> bool:
    """Return whether somebody may type what a column has, to find its row. Long texts take too long to search."""
    return isinstance(field, CharField) and not field.choices and not field.name.endswith(NEVER_TYPED)


def is_indexed(field: Any) -> bool:
    """Return whether the database finds the first and last value of a column without reading the whole table."""
    return field.db_index or any(index.fields[:1] == [field.name] for index in field.model._meta.indexes)


def list_links(columns: Iterable[Any], names: Container[Any]) -> list[Any]:
    return [column for column in columns if column.is_relation and column.name in names]


def list_paths(links: Iterable[Any]) -> list[str]:
    """Return the paths of links, and of those that their rows' `__str__` reads: `Door` names its event."""
    found = []
    for link in links:
        row = link.related_model
        read = list_links(row._meta.concrete_fields, row.__str__.__code__.co_names)
        found += [link.name, *(f"{link.name}{LOOKUP_SEP}{path}" for path in list_paths(read))]
    return found


def list_names(links: Iterable[Any]) -> list[str]:
    """Return the paths of what the rows of links are known by, and the rows to which those always belong."""
    found = []
    for link in links:
        rows = {link.name: link.related_model}
        for field in link.related_model._meta.concrete_fields:
            if field.is_relation and not field.null:
                rows[f"{link.name}{LOOKUP_SEP}{field.name}"] = field.related_model
        for path, row in rows.items():
            found += [
                f"{path}{LOOKUP_SEP}{field.name}" for field in row._meta.concrete_fields if field.name in KNOWN_BY
            ]
    return found


class ReadOnlyInline(NoEditing, admin.TabularInline):  # type: ignore[type-arg]
    """Show related rows read-only, each with a link to its own page."""

    template = "admin/rows.html"
    extra = 0
    also_read: Sequence[str] = ()  # links that no column shows, but that a computed one reads

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        shown = list_links(self.opts.concrete_fields, self.fields or ())
        return super().get_queryset(request).select_related(*list_paths(shown), *self.also_read)
