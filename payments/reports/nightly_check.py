"""Run the consistency checks once a night, and email violations to the operators."""

import logging
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from charityshop.db.retries import NotFinished, run_unless_done
from charityshop.db.transactions import in_one_transaction, lock_rows
from outbox.mail.posting import post_mail
from outbox.models import Outgoing
from payments.reports.consistency_checks import list_violations
from payments.reports.paypal_comparison import compare
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.transaction_search import CLOCK_DRIFT, MAX_SPAN

log = logging.getLogger(__name__)

START_HOUR = 3  # in the shop's time zone; few people buy at that time
REMEMBERED_FOR = timedelta(days=2)
KIND = "books_wrong"  # of the emails


def run_nightly_check() -> int:
    """Run the checks once a night. Log and email violations, and return their number.

    Raise NotFinished if PayPal can't be asked now or an operator was not emailed: then the checks run again that day.
    """
    now = timezone.localtime()
    if now.hour < START_HOUR:
        return 0
    mark = f"orders.books-checked.{now:%Y-%m-%d}"
    begins = now.replace(hour=START_HOUR, minute=0, second=0, microsecond=0)
    return run_unless_done(
        "nightly check", lambda: check_books(begins), mark=mark, lasts=REMEMBERED_FOR.total_seconds()
    )


def check_books(night: datetime) -> int:
    found, unclear = list_all_violations()
    if found:  # check again: an order that changed between two queries may look inconsistent
        again, unclear = list_all_violations()
        still = set(again)
        found = [message for message in found if message in still]
    for message in found:
        log.error("consistency check: %s", message)
    email_operators(found, night)
    if unclear:
        raise NotFinished(f"The books were not compared with PayPal's transactions: {unclear}")
    return len(found)


def list_all_violations() -> tuple[list[str], str]:
    """Return all violations, and why those that a comparison with PayPal would show are missing, or "".

    A shop whose PayPal app may not search transactions is checked without the comparison.
    """
    found = list_violations()
    now = timezone.now()
    try:
        found += compare(start=now - MAX_SPAN, end=now + CLOCK_DRIFT).differences
    except PayPalRefused as problem:
        log.warning("not compared with PayPal's transactions: %s", problem)
    except PayPalUnclear as problem:
        return found, str(problem)
    return found, ""


def email_operators(found: list[str], night: datetime) -> None:
    """Email each operator what no email of this night has told them. Raise NotFinished if that failed for somebody."""
    failed = []
    for operator in User.objects.filter(is_superuser=True, is_active=True).order_by("pk"):
        try:
            email_operator(operator, found, night)
        except Exception:  # such as an invalid email address
            log.exception("operator %s was not emailed about the violations", operator.pk)
            failed.append(operator.email)
    if failed:
        raise NotFinished(f"These operators were not emailed about the violations: {', '.join(failed)}")


@in_one_transaction
def email_operator(operator: User, found: list[str], night: datetime) -> None:
    """The operator is locked first, so that processes that check at the same time send one email."""
    lock_rows(User.objects.filter(pk=operator.pk))
    emails = Outgoing.objects.filter(kind=KIND, owner_id=operator.pk, created_at__gte=night)
    told = {message for data in emails.values_list("data", flat=True) for message in data["context"]["violations"]}
    if new := [message for message in found if message not in told]:
        subject, context = "Nightly check failed", {"first_name": operator.first_name, "violations": new}
        post_mail(KIND, to=operator.email, owner_id=operator.pk, subject=subject, context=context)
