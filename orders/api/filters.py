"""What the staff's order list can be narrowed to."""

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
from bookings.api.filters import DayOrMomentFilter
from orders.models import Order, OrderLine

MOST_WORDS = 8
BEGINNING_OF_ID = re.compile("[0-9a-fA-F]{8,24}")  # its first eight say when it was made; fewer may be a name
FEW_PEOPLE = 500
Span = tuple[datetime, datetime]


def by_people(words: Iterable[str]) -> Q:
    """Few people are found before any order is, and then their orders by an index; with many, orders come first."""
    people = User.objects.searched(words).order_by()
    few = list(people.values_list("pk", flat=True)[: FEW_PEOPLE + 1])
    return Q(user__in=few) if len(few) <= FEW_PEOPLE else Q(Exists(people.filter(pk=OuterRef("user"))))


class SeveralField(fields.MultipleChoiceField):
    """Any number of choices; an empty one is none, as with every other parameter."""

    def clean(self, value: Any) -> Any:
        return super().clean([choice for choice in value or () if choice])


class SeveralFilter(filters.MultipleChoiceFilter):
    field_class = SeveralField


class OrderFilters(filters.FilterSet):
    """`status` may be given several times; `from` and `to` are about when the order was placed."""

    status = SeveralFilter(choices=Order.Status.choices, method="by_status")
    product = filters.CharFilter(method="by_product", help_text="Orders with a booking for this event.")
    keyword = filters.CharFilter(method="by_keyword", help_text="An order's id, or part of a buyer's name or address.")
    from_ = DayOrMomentFilter(method="by_beginning")
    to = DayOrMomentFilter(method="by_end")

    @classmethod
    def get_filters(cls) -> OrderedDict[str, filters.Filter]:
        """`from` is a word of Python's, so it is written `from_` here."""
        return OrderedDict((name.rstrip("_"), row) for name, row in super().get_filters().items())

    def by_status(self, rows: QuerySet[Order], name: str, value: list[str]) -> QuerySet[Order]:
        """A hold that ran out is found as expired, written down or not."""
        lapsed = Q(status=Order.Status.HELD, held_until__lte=timezone.now())
        wanted = Q(status__in=value) & ~lapsed
        if Order.Status.EXPIRED in value:
            wanted |= lapsed
        return rows.filter(wanted) if value else rows

    def by_product(self, rows: QuerySet[Order], name: str, value: str) -> QuerySet[Order]:
        return rows.filter(pk__in=OrderLine.objects.filter(product=value).order_by().values("order"))  # by its index

    def by_keyword(self, rows: QuerySet[Order], name: str, value: str) -> QuerySet[Order]:
        words = value.split()[:MOST_WORDS]
        names = [word for word in words if not BEGINNING_OF_ID.fullmatch(word)]
        if names:
            rows = rows.filter(by_people(names))
        for word in set(words) - set(names):
            of_person = Order.objects.filter(by_people([word])).order_by().values("pk")
            of_id = Order.objects.filter(public_id__gte=word.lower(), public_id__lt=word.lower() + "g")
            rows = rows.filter(pk__in=of_person.union(of_id.order_by().values("pk")))
        return rows

    def by_beginning(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__gte=value[0])

    def by_end(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__lt=value[1])
