"""Filters of the staff's lists of vouchers and members."""

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from accounts.models import User
from charityshop.text import clean, clean_code, fold
from discounts.models import Membership, Voucher

MAX_WORDS = 8


class VoucherFilters(filters.FilterSet):
    keyword = filters.CharFilter(method="by_keyword", help_text="Part of a code, in any case.")

    def by_keyword(self, rows: QuerySet[Voucher], name: str, value: str) -> QuerySet[Voucher]:
        return rows.filter(code__contains=clean_code(value).upper())


class MemberFilters(filters.FilterSet):
    keyword = filters.CharFilter(
        method="by_keyword", help_text="Parts of a number, an email address or the name of the linked account."
    )

    def by_keyword(self, rows: QuerySet[Membership], name: str, value: str) -> QuerySet[Membership]:
        for word in clean(value).split()[:MAX_WORDS]:
            plain = fold(clean_code(word))
            users = User.objects.searched([word]).order_by()
            rows = rows.filter(Q(number__fold__contains=plain) | Q(email__fold__contains=plain) | Q(user__in=users))
        return rows
