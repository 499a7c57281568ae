"""How long a search in the console may be. Each word is a condition on every column that is searched."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import smart_split

MAX_SEARCH_WORDS = 20
MAX_SEARCH_CHARACTERS = 300


class BoundedSearch(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """The base of every table in the console that can be searched.

    SQLite refuses an expression of a thousand conditions, and PostgreSQL reads the table once for each.
    """

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if len(term) > MAX_SEARCH_CHARACTERS or len(list(smart_split(term))) > MAX_SEARCH_WORDS:
            raise BadRequest(f"Search for at most {MAX_SEARCH_WORDS} words and {MAX_SEARCH_CHARACTERS} characters.")
        return super().get_search_results(request, queryset, term)
