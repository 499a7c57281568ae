"""Once a night the books are checked without anybody asking, and the operators are told what is wrong."""

import logging
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from charityshop.db.transactions import in_one_transaction
from charityshop.mail.outbox import post_mail
from orders.paypal import PayPalRefused, PayPalUnclear
from orders.paypal.transaction_search import MAX_SPAN
from orders.reports.consistency_checks import violations
from orders.reports.paypal_comparison import compare

log = logging.getLogger(__name__)

NIGHT = 3  # o'clock in the shop's zone, when nobody buys
REMEMBERED_FOR = timedelta(days=2)
A_MOMENT = timedelta(minutes=5)  # PayPal's clock and ours may differ


def check_books_tonight() -> int:
    """The number of violations, each logged and mailed to the operators. Looks once a night, whoever comes first."""
    now = timezone.localtime()
    if now.hour < NIGHT or not cache.add(f"orders.books-checked.{now:%Y-%m-%d}", True, REMEMBERED_FOR.total_seconds()):
        return 0
    found = everything_wrong()
    if found:  # the checks are several queries: what an order going on between two of them brings about does not stay
        still = set(everything_wrong())
        found = [sentence for sentence in found if sentence in still]
    for sentence in found:
        log.error("the books: %s", sentence)
    if found:
        tell_operators(found)
    return len(found)


def everything_wrong() -> list[str]:
    """A sentence each. A PayPal that does not show its record is no violation."""
    found = violations()
    now = timezone.now()
    try:
        found += compare(start=now - MAX_SPAN, end=now + A_MOMENT).differences
    except (PayPalUnclear, PayPalRefused) as problem:
        log.warning("the books were not compared with PayPal's record: %s", problem)
    return found


def tell_operators(found: list[str]) -> None:
    for operator in User.objects.filter(is_superuser=True, is_active=True):
        try:
            tell_operator(operator, found)
        except Exception:  # such as an address that no mail can go to
            log.exception("operator %s was not told about the books", operator.pk)


@in_one_transaction
def tell_operator(operator: User, found: list[str]) -> None:
    subject, context = "The books are not in order", {"person": operator, "violations": found}
    post_mail("books_wrong", to=operator.email, owner_id=operator.pk, subject=subject, context=context)
