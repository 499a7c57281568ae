"""List rows that background jobs could not finish after several attempts (see charityshop.db.retries)."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from attention.selectors.attention_item import AttentionItem, build_item
from changes.models import Entitlement
from changes.selectors.date_changes import IS_OPEN
from charityshop.db.nightly_backups import get_newest, get_time_of_newest, is_backup_late
from charityshop.db.retries import BACKGROUND_JOB, SHOW_AFTER
from charityshop.models import Retry
from events.models import Event, Place
from notices.services.send_place_emails import KIND as TO_PLACES
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment, Refund, WebhookEvent

Retries = Mapping[str, Retry]  # by the row's key

FAILED = Outgoing.objects.filter(channel=Outgoing.Channel.MAIL, attempts__gte=SHOW_AFTER)
NOT_NEEDED = Q(last_problem="") | Q(last_problem__startswith="Not sent:")
LOOK_AT_PAYPAL = "Check the payment at PayPal, and notify the server's operator."
TELL_OPERATOR = "Notify the server's operator."


def list_stuck_rows() -> Iterator[AttentionItem]:
    """Return unfinished rows that failed at least SHOW_AFTER times in a row, by job; then emails and backups."""
    by_job: dict[str, dict[str, Retry]] = {}
    for retry in Retry.objects.filter(failures__gte=SHOW_AFTER).order_by("pk"):
        by_job.setdefault(retry.job, {})[retry.row] = retry
    for job, retries in by_job.items():
        yield from FIND.get(job, list_others)(retries)
    yield from list_unsent_emails()
    yield from list_places_not_told()
    yield from list_late_backups()


def list_stuck_payments(retries: Retries) -> Iterator[AttentionItem]:
    over = [Payment.Status.COMPLETED, Payment.Status.REFUSED, Payment.Status.DENIED]
    for payment in Payment.objects.filter(pk__in=retries).exclude(status__in=over).select_related("order__user"):
        what = "The shop could not find out how this payment ended"
        retry, order = retries[str(payment.pk)], payment.order
        yield build_row(retry, payment.capture_id, what, LOOK_AT_PAYPAL, order=order, money=payment)


def list_stuck_refunds(retries: Retries) -> Iterator[AttentionItem]:
    over = [Refund.Status.COMPLETED, Refund.Status.FAILED]
    found = Refund.objects.filter(pk__in=retries).exclude(status__in=over)
    for refund in found.select_related("order__user", "payment"):
        what = "this refund" if refund.order else "the refund of this payment, which belongs to no order"
        retry, what = retries[str(refund.pk)], f"The shop could not finish {what}"
        capture_id = refund.payment.capture_id if refund.payment else ""
        yield build_row(retry, capture_id, what, LOOK_AT_PAYPAL, order=refund.order, money=refund)


def list_stuck_holds(retries: Retries) -> Iterator[AttentionItem]:
    for order in Order.objects.filter(pk__in=retries, status=Order.Status.HELD).select_related("user"):
        what = "The shop could not record that this hold expired"
        yield build_row(retries[str(order.pk)], None, what, order=order)


def list_stuck_webhooks(retries: Retries) -> Iterator[AttentionItem]:
    for event in WebhookEvent.objects.filter(pk__in=retries, settled_at=None):
        what = f"The shop could not process PayPal's webhook {event.event_id} ({event.event_type})"
        yield build_row(retries[str(event.pk)], event.event_id, what)


def list_stuck_series(retries: Retries) -> Iterator[AttentionItem]:
    for event in Event.objects.filter(pk__in=retries):
        what = f"The shop could not create the next dates of “{event.name}”"
        yield build_row(retries[str(event.pk)], event.public_id, what)


def list_stuck_date_changes(retries: Retries) -> Iterator[AttentionItem]:
    rows = Entitlement.objects.filter(IS_OPEN, pk__in=retries)
    for entitlement in rows.select_related("line__order__user"):
        what = "The shop could not tell the buyer about a changed date, or refund it"
        yield build_row(retries[str(entitlement.pk)], None, what, order=entitlement.line.order)


def list_failed_backups(retries: Retries) -> Iterator[AttentionItem]:
    for retry in retries.values():
        yield build_row(retry, "backup", "The shop could not back itself up")


def list_unreadable_lines(retries: Retries) -> Iterator[AttentionItem]:
    for row, retry in retries.items():
        message = f"PayPal's record has a line that the shop cannot read, {row}. {LOOK_AT_PAYPAL}"
        yield build_other(row, retry.since, message, retry.last_error)


def list_others(retries: Retries) -> Iterator[AttentionItem]:
    """Yield rows that say themselves what they are about."""
    for row, retry in retries.items():
        what, advice = TEXTS.get(retry.job, (f"The shop could not finish its work on {retry.job} {row}", TELL_OPERATOR))
        yield build_row(retry, row, what.replace("{row}", row), advice)


def build_row(
    retry: Retry,
    public_id: str | None,
    what: str,
    advice: str = TELL_OPERATOR,
    *,
    order: Order | None = None,
    money: Payment | Refund | None = None,
) -> AttentionItem:
    """Return the item of an order, or of the event or PayPal's resource that `public_id` names."""
    message = f"{what}, after {retry.failures} attempts; it keeps trying. {advice}"
    more = {"public_id": public_id or "", "since": retry.since, "problem": retry.last_error}
    return build_item("stuck", order, money, message, **more)


def build_other(public_id: str, since: datetime, message: str, problem: str) -> AttentionItem:
    return build_item("stuck", None, None, message, public_id=public_id, since=since, problem=problem)


def list_unsent_emails() -> Iterator[AttentionItem]:
    """Yield a single entry for all unsent emails, because an unavailable mail server would fill the list."""
    waiting = FAILED.filter(next_try_at__isnull=False).exclude(kind=TO_PLACES).order_by("created_at")
    emails = list(waiting.values_list("created_at", "last_problem"))
    if emails:
        since, problem = emails[0]
        count = "1 email" if len(emails) == 1 else f"{len(emails)} emails"
        message = f"{count} could not be sent in {SHOW_AFTER} or more attempts. The console's outbox shows which."
        yield build_other("outbox", since, message, problem)


def list_places_not_told() -> Iterator[AttentionItem]:
    """Yield the places whose address took no email about a date, until it is corrected or a week is over."""
    lately = timezone.now() - timedelta(days=7)
    unsent = FAILED.filter(kind=TO_PLACES, created_at__gte=lately, sent_at=None).exclude(NOT_NEEDED).order_by("pk")
    newest = {mail.data["place"]: mail for mail in unsent}
    for place in Place.objects.filter(pk__in=newest):
        mail = newest[place.pk]
        if mail.to == place.contact_email:
            message = (
                f"{place.name} could not be told how many come to a date: {mail.to} took no email. Correct the "
                "address at Places, and call them."
            )
            yield build_other(place.public_id, mail.created_at, message, mail.last_problem)


def list_late_backups() -> Iterator[AttentionItem]:
    """Yield an entry if the last night has no backup, for example because the folder is gone."""
    now = timezone.now()
    if settings.BACKUP_FOLDER and is_backup_late(now):
        newest = get_newest(now)
        problem = f"The newest is {newest}." if newest else f"There is none in {settings.BACKUP_FOLDER}."
        yield build_other(
            "late backup",
            get_time_of_newest(now) or now,
            f"The last night's backup is missing. {TELL_OPERATOR}",
            problem,
        )


FIND: dict[str, Callable[[Retries], Iterator[AttentionItem]]] = {
    "payment": list_stuck_payments,
    "refund": list_stuck_refunds,
    "hold": list_stuck_holds,
    "webhook": list_stuck_webhooks,
    "series": list_stuck_series,
    "date change": list_stuck_date_changes,
    "line of PayPal's record": list_unreadable_lines,
    "backup": list_failed_backups,
}
REVERSAL = "PayPal's record shows {row}, money that was taken back or returned, and the shop could not record it"
TEXTS = {  # what is wrong, and what to do
    "paypal order": (
        "PayPal's record has a payment of PayPal order {row} that the shop could not record",
        LOOK_AT_PAYPAL,
    ),
    "reversal": (REVERSAL, LOOK_AT_PAYPAL),
    "canceled reversal": (REVERSAL, LOOK_AT_PAYPAL),
    "backup trial": ("The backup {row} could not be restored on trial, so it may be worthless", TELL_OPERATOR),
    BACKGROUND_JOB: ("The shop could not finish a job in the background, “{row}”", TELL_OPERATOR),
}
