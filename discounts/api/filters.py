"""Filters of the staff's list of vouchers."""

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from charityshop.text import clean_code
from discounts.models import Voucher


class VoucherFilters(filters.FilterSet):
    keyword = filters.CharFilter(method="by_keyword", help_text="Part of a code, in any case.")

    def by_keyword(self, rows: QuerySet[Voucher], name: str, value: str) -> QuerySet[Voucher]:
        return rows.filter(code__contains=clean_code(value).upper())
