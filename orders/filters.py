"""What the staff's order list can be narrowed to."""

from collections import OrderedDict
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django_filters import fields
from django_filters import rest_framework as filters

from bookings.filters import DayOrMomentFilter
from orders.models import Order, OrderLine

Span = tuple[datetime, datetime]


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
        for word in value.split()[:8]:
            person = Q(user__first_name__icontains=word) | Q(user__last_name__icontains=word)
            rows = rows.filter(Q(public_id__startswith=word.lower()) | person | Q(user__email__icontains=word))
        return rows

    def by_beginning(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__gte=value[0])

    def by_end(self, rows: QuerySet[Order], name: str, value: Span) -> QuerySet[Order]:
        return rows.filter(created_at__lt=value[1])
