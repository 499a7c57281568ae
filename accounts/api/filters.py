"""Filters of the staff's user list."""

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from accounts.models import User, named_like
from charityshop.text import clean


class UserFilters(filters.FilterSet):
    keyword = filters.CharFilter(
        method="by_keyword", help_text="Parts of a name or an email address, or the beginning of an id."
    )

    def by_keyword(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        for word in clean(value).split()[:8]:
            rows = rows.filter(named_like(word) | Q(public_id__startswith=word.lower()))
        return rows
