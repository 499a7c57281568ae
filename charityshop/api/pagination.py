"""Paginate and sort lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import F, Model, QuerySet, Subquery
from django.db.models.expressions import Expression
from django.db.models.functions import Lower
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from charityshop.exceptions import BadRequest

Row = TypeVar("Row", bound=Model)
SortColumn = str | Expression | Subquery


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list."""

    rows: list[Any]
    number: int
    pages: int
    total: int

    def to_json(self, name: str, rows: list[Any]) -> dict[str, Any]:
        return {name: rows, "page": self.number, "pages": self.pages, "total": self.total}


class PageFields(serializers.Serializer[Any]):
    # What `Page.to_json` adds to the rows. The schema would repeat a docstring.

    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    total = serializers.IntegerField()


def page_of(rows: QuerySet[Row], request: Request) -> Page:
    """Return the page of `pageNumber`, or the last page if it is past the end."""
    paginator = Paginator(rows, settings.PAGE_SIZE)
    page = paginator.get_page(page_number(request))
    return Page(list(page.object_list), page.number, paginator.num_pages, paginator.count)


def page_number(request: Request) -> int:
    number = parse_positive_int(request.query_params.get("pageNumber") or "1")
    if number is None:
        raise BadRequest("pageNumber has to be a whole number from 1.", errors={"pageNumber": ["Use 1, 2, 3 …"]})
    return number


def parse_positive_int(text: str) -> int | None:
    """Parse a positive integer, or return None. Longer numbers are truncated to nine digits, past any list's end."""
    is_number = text.isascii() and text.isdigit()
    return int(text.lstrip("0")[:9] or 0) or None if is_number else None


def parse_limit(text: str | None, *, default: int, most: int) -> int:
    """Return the number of rows to list. Raise BadRequest for anything but a number."""
    limit = parse_positive_int(text or str(default))
    if limit is None:
        raise BadRequest("limit has to be a whole number from 1.", errors={"limit": ["Use 1, 2, 3 …"]})
    return min(limit, most)


def list_parameters(fields: Iterable[str]) -> list[OpenApiParameter]:
    """Return the parameters of a list with pages that can be sorted by these fields."""
    return [
        OpenApiParameter("pageNumber", int, description="From 1; past the end is the last page."),
        *sort_parameters(fields),
    ]


def sort_parameters(fields: Iterable[str]) -> list[OpenApiParameter]:
    return [
        OpenApiParameter("sortField", str, enum=list(fields)),
        OpenApiParameter("sortOrder", str, enum=["asc", "desc"]),
    ]


def sorted_rows(
    rows: QuerySet[Row],
    request: Request,
    *,
    fields: Mapping[str, SortColumn],
    default: str,
    order: str = "asc",
    ties: Sequence[str] = ("public_id",),
) -> QuerySet[Row]:
    """Sort by `sortField` and `sortOrder`, and equal rows by the columns `ties`. `fields` maps API names to columns.

    Raises BadRequest for an unknown field or order. Missing or empty parameters mean the defaults.
    """
    field = request.query_params.get("sortField") or default
    order = request.query_params.get("sortOrder") or order
    if field not in fields:
        raise BadRequest(
            "The list cannot be sorted by this field.", errors={"sortField": [f"Use one of: {', '.join(fields)}."]}
        )
    if order not in ("asc", "desc"):
        raise BadRequest("sortOrder has to be asc or desc.", errors={"sortOrder": ["Use asc or desc."]})
    column = fields[field]
    by = F(column) if isinstance(column, str) else column
    empty_last = True if may_be_empty(rows, column) else None
    if order == "asc":
        return rows.order_by(by.asc(nulls_last=empty_last), *ties)
    return rows.order_by(by.desc(nulls_last=empty_last), *(f"-{column}" for column in ties))


def may_be_empty(rows: QuerySet[Row], column: SortColumn) -> bool:
    """Return whether a column may be null. Without nulls, NULLS LAST would keep PostgreSQL from using the index."""
    if not isinstance(column, str) or "__" in column:
        return True
    field = rows.model._meta.get_field(column)
    return bool(field.null)


def by_text(column: str) -> Expression:
    """Return an expression that sorts a text column ignoring case."""
    return Lower(column)
