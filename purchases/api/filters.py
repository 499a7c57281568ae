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
from charityshop.text import clean
from orders.models import Order, OrderLine
from orders.order_number import parse_order_number

MAX_SEARCH_TERMS = 8
ID_PREFIX = re.compile("[0-9a-fA-F]{8,24}")  # at least the eight digits of its timestamp; fewer may be a name
MAX_LISTED_USERS = 500
Span = tuple[datetime, datetime]


def filter_by_buyer(terms: Iterable[str]) -> Q:
    """Return a filter for orders of matching buyers.

    List up to MAX_LISTED_USERS buyers first, so that an index finds their orders. Check each order for more buyers.
    """
    users = User.objects.searched(terms).order_by()
    listed = list(users.values_list("pk", flat=True)[: MAX_LISTED_USERS + 1])
    return Q(user__in=listed) if len(listed) <= MAX_LISTED_USERS else Q(Exists(users.filter(pk=OuterRef("user"))))


def find_order_numbers(terms: Iterable[str]) -> dict[str, str]:
    """Return the terms that are numbers of orders, with those numbers.

    Look them up first, because many names of five letters look like a number.
    """
    numbers = {term: number for term in terms if (number := parse_order_number(term))}
    if not numbers:
        return {}
    found = set(Order.objects.filter(number__in=numbers.values()).order_by().values_list("number", flat=True))
    return {term: number for term, number in numbers.items() if number in found}


class ChoicesField(fields.MultipleChoiceField):
    """Any number of choices. Empty values are ignored, like empty values of other parameters."""

    def clean(self, value: Any) -> Any:
        return super().clean([choice for choice in value or () if choice])


class ChoicesFilter(filters.MultipleChoiceFilter):
    field_class = ChoicesField


class OrderFilters(filters.FilterSet):
    """`status` may be repeated. `from` and `to` refer to when the order was placed."""

    status = ChoicesFilter(choices=Order.Status.choices, method="filter_by_status")
    product = filters.CharFilter(method="filter_by_event", help_text="Orders with a booking for this event.")
    keyword = filters.CharFilter(
        method="filter_by_keyword", help_text="An order's number or ID, or part of a buyer's name or email address."
    )
    gift = filters.BooleanFilter(method="filter_by_gift", help_text="true: orders with a gift. false: others.")
    from_ = DayOrDatetimeFilter(method="filter_from")
    to = DayOrDatetimeFilter(method="filter_to")

    @classmethod
    def get_filters(cls) -> OrderedDict[str, filters.Filter]:
        """Rename `from_` to `from`, which is a Python keyword."""
        return OrderedDict((name.rstrip("_"), row) for name, row in super().get_filters().items())

    def filter_by_status(self, rows: QuerySet[Order], name: str, value: list[str]) -> QuerySet[Order]:
        """Filter by current status: a hold is expired once its time is over, even if that isn't stored yet."""
        expired = Q(status=Order.Status.HELD, held_until__lte=timezone.now())
        wanted = Q(status__in=value) & ~expired
        if Order.Status.EXPIRED in value:
            wanted |= expired
        return rows.filter(wanted) if value else rows

    def filter_by_event(self, rows: QuerySet[Order], name: str, value: str) -> QuerySet[Order]:
        return rows.filter(pk__in=OrderLine.objects.filter(product=value).order_by().values("order"))

    def filter_by_gift(self, rows: QuerySet[Order], name: str, value: bool) -> QuerySet[Order]:
        return rows.filter(gift_price__gt=0) if value else rows.filter(gift_price=0)

    def filter_by_keyword(self, rows: QuerySet[Order], name: str, value: str) -> QuerySet[Order]:
        terms = clean(value).split()[:MAX_SEARCH_TERMS]
        numbered = find_order_numbers(terms)
        names = [term for term in terms if not ID_PREFIX.fullmatch(term) and term not in numbered]
        if names:
            rows = rows.filter(filter_by_buyer(names))
        for term in set(terms) - set(names):
            by_buyer = Order.objects.filter(filter_by_buyer([term])).order_by().values("pk")
            if term in numbered:
                by_order = Order.objects.filter(number=numbered[term])
            else:
                by_order = Order.objects.filter(public_id__gte=term.lower(), public_id__lt=term.lower() + "g")
            rows = rows.filter(pk__in=by_buyer.union(by_order.order_by().values("pk")))
        return rows

    def filter_from(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__gte=value[0])

    def filter_to(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__lt=value[1])
