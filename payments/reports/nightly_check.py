"""Run the consistency checks once a night, and email violations to the operators."""

import logging
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from charityshop.db.transactions import in_one_transaction
from charityshop.mail.outbox import post_mail
from payments.reports.consistency_checks import list_violations
from payments.reports.paypal_comparison import compare
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.transaction_search import CLOCK_DRIFT, MAX_SPAN

log = logging.getLogger(__name__)

START_HOUR = 3  # in the shop's time zone; few people buy at that time
REMEMBERED_FOR = timedelta(days=2)


def run_nightly_check() -> int:
    """Run the checks once a night across all processes. Log and email violations, and return their number."""
    now = timezone.localtime()
    if now.hour < START_HOUR or not cache.add(
        f"orders.books-checked.{now:%Y-%m-%d}", True, REMEMBERED_FOR.total_seconds()
    ):
        return 0
    found = list_all_violations()
    if found:  # check again: an order that changed between two queries may look inconsistent
        still = set(list_all_violations())
        found = [message for message in found if message in still]
    for message in found:
        log.error("consistency check: %s", message)
    if found:
        email_operators(found)
    return len(found)


def list_all_violations() -> list[str]:
    """Return all violations, including differences from PayPal's transactions if PayPal can be reached."""
    found = list_violations()
    now = timezone.now()
    try:
        found += compare(start=now - MAX_SPAN, end=now + CLOCK_DRIFT).differences
    except (PayPalUnclear, PayPalRefused) as problem:
        log.warning("not compared with PayPal's transactions: %s", problem)
    return found


def email_operators(found: list[str]) -> None:
    for operator in User.objects.filter(is_superuser=True, is_active=True):
        try:
            email_operator(operator, found)
        except Exception:  # such as an invalid email address
            log.exception("operator %s was not emailed about the violations", operator.pk)


@in_one_transaction
def email_operator(operator: User, found: list[str]) -> None:
    subject, context = "Nightly check failed", {"user": operator, "violations": found}
    post_mail("books_wrong", to=operator.email, owner_id=operator.pk, subject=subject, context=context)
