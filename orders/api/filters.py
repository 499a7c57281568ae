"""Filters of the staff's order list."""

import re
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django_filters import fields
from django_filters import rest_framework as filters

from accounts.models import User
from bookings.api.filters import DayOrDatetimeFilter
from orders.models import Order, OrderLine

MAX_SEARCH_TERMS = 8
ID_PREFIX = re.compile("[0-9a-fA-F]{8,24}")  # at least the eight digits of its timestamp; fewer may be a name
MAX_LISTED_USERS = 500
Span = tuple[datetime, datetime]


def filter_by_buyer(words: Iterable[str]) -> Q:
    """Return a filter for orders of matching buyers.

    List up to MAX_LISTED_USERS buyers first, so that an index finds their orders. Check each order for more buyers.
    """
    users = User.objects.searched(words).order_by()
    listed = list(users.values_list("pk", flat=True)[: MAX_LISTED_USERS + 1])
    return Q(user__in=listed) if len(listed) <= MAX_LISTED_USERS else Q(Exists(users.filter(pk=OuterRef("user"))))


class SeveralField(fields.MultipleChoiceField):
    """Any number of choices. Empty values are ignored, like empty values of other parameters."""

    def clean(self, value: Any) -> Any:
        return super().clean([choice for choice in value or () if choice])


class SeveralFilter(filters.MultipleChoiceFilter):
    field_class = SeveralField


class OrderFilters(filters.FilterSet):
    """`status` may be given several times; `from` and `to` are about when the order was placed."""

    status = SeveralFilter(choices=Order.Status.choices, method="by_status")
    product = filters.CharFilter(method="by_product", help_text="Orders with a booking for this event.")
    keyword = filters.CharFilter(method="by_keyword", help_text="An order's id, or part of a buyer's name or address.")
    from_ = DayOrDatetimeFilter(method="by_beginning")
    to = DayOrDatetimeFilter(method="by_end")

    @classmethod
    def get_filters(cls) -> OrderedDict[str, filters.Filter]:
        """Rename `from_` to `from`, which is a Python keyword."""
        return OrderedDict((name.rstrip("_"), row) for name, row in super().get_filters().items())

    def by_status(self, rows: QuerySet[Order], name: str, value: list[str]) -> QuerySet[Order]:
        """Filter by current status: a hold is expired once its time is over, even if that isn't stored yet."""
        expired = Q(status=Order.Status.HELD, held_until__lte=timezone.now())
        wanted = Q(status__in=value) & ~expired
        if Order.Status.EXPIRED in value:
            wanted |= expired
        return rows.filter(wanted) if value else rows

    def by_product(self, rows: QuerySet[Order], name: str, value: str) -> QuerySet[Order]:
        return rows.filter(pk__in=OrderLine.objects.filter(product=value).order_by().values("order"))

    def by_keyword(self, rows: QuerySet[Order], name: str, value: str) -> QuerySet[Order]:
        words = value.split()[:MAX_SEARCH_TERMS]
        names = [word for word in words if not ID_PREFIX.fullmatch(word)]
        if names:
            rows = rows.filter(filter_by_buyer(names))
        for word in set(words) - set(names):
            of_buyer = Order.objects.filter(filter_by_buyer([word])).order_by().values("pk")
            of_id = Order.objects.filter(public_id__gte=word.lower(), public_id__lt=word.lower() + "g")
            rows = rows.filter(pk__in=of_buyer.union(of_id.order_by().values("pk")))
        return rows

    def by_beginning(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__gte=value[0])

    def by_end(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__lt=value[1])
