"""Prometheus metrics: request counters, and gauges of open orders, payments, emails and backups.

Gauges are queried on each scrape, with indexes that mostly contain open rows.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import inf

from django.conf import settings
from django.db.models import Count, Min, Sum
from django.http import HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from charityshop.db.nightly_backups import get_time_of_newest, get_time_of_trial
from charityshop.models import Retry
from charityshop.observability.metrics import counted_registry
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment, Refund, WebhookEvent

DAY = timedelta(days=1)
OPEN_ORDERS = (*Order.UNDECIDED, Order.Status.REFUND_DUE)
OPEN_REFUNDS = (*Refund.UNDECIDED, Refund.Status.FAILED)


class ShopState(Collector):
    """Collect gauges with a constant number of queries."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        held = Order.objects.filter(status=Order.Status.HELD, held_until__gt=now).count()
        yield build_gauge("shop_holds", "Orders whose seats are held for a buyer who is about to pay.", held)
        yield build_status_gauge("shop_orders_open", "Orders that wait for PayPal or for staff.", OPEN_ORDERS, Order)
        completed = Payment.objects.by_paypal().filter(status=Payment.Status.COMPLETED, order__isnull=False)
        taken = completed.filter(created_at__gt=now - DAY).count()
        yield build_gauge("shop_captures_last_day", "Payments started in the last 24 hours and captured.", taken)
        yield build_status_gauge(
            "shop_refunds_open", "Unfinished refunds: requested, pending or failed.", OPEN_REFUNDS, Refund
        )
        unmatched = Payment.objects.waiting().count()
        yield build_gauge("shop_unmatched_payments", "Payments at PayPal that belong to no order.", unmatched)
        yield from collect_outbox(now)
        unsettled = Payment.objects.filter(status__in=Payment.UNDECIDED).aggregate(oldest=Min("created_at"))["oldest"]
        yield build_gauge(
            "shop_reconcile_lag_seconds",
            "Age of the oldest payment whose outcome is not known.",
            get_age(unsettled, now),
        )
        message = WebhookEvent.objects.filter(settled_at=None).aggregate(oldest=Min("received_at"))["oldest"]
        yield build_gauge("shop_webhook_lag_seconds", "Age of the oldest unprocessed webhook.", get_age(message, now))
        if settings.BACKUP_FOLDER:
            yield from collect_backups(now)


def collect_outbox(now: datetime) -> Iterator[GaugeMetricFamily]:
    waiting = Outgoing.objects.filter(channel=Outgoing.Channel.MAIL, next_try_at__isnull=False).aggregate(
        n=Count("pk"), oldest=Min("created_at")
    )
    yield build_gauge("shop_outbox_waiting", "Emails that are not sent yet.", waiting["n"])
    yield build_gauge(
        "shop_outbox_lag_seconds", "Age of the oldest email that is not sent yet.", get_age(waiting["oldest"], now)
    )


def collect_backups(now: datetime) -> Iterator[GaugeMetricFamily]:
    """Yield ages, infinite without a backup or a trial, so that an alert on old ones also covers missing ones."""
    for name, documentation, at in (
        ("shop_backup_age_seconds", "Age of the newest nightly backup.", get_time_of_newest(now)),
        ("shop_backup_trial_age_seconds", "Time since a backup was restored on trial.", get_time_of_trial(now)),
    ):
        yield build_gauge(name, documentation, get_age(at, now) if at else inf)
    failures = Retry.objects.filter(job__startswith="backup").aggregate(n=Sum("failures", default=0))["n"]
    yield build_gauge("shop_backup_failures", "Failed attempts in a row to back up or to try a backup.", failures)


def build_status_gauge(
    name: str, documentation: str, statuses: tuple[str, ...], model: type[Order] | type[Refund]
) -> GaugeMetricFamily:
    rows = model.objects.filter(status__in=statuses).order_by().values_list("status").annotate(Count("pk"))
    found = dict(rows)
    family = GaugeMetricFamily(name, documentation, labels=["status"])
    for status in statuses:
        family.add_metric([str(status)], found.get(status, 0))
    return family


def build_gauge(name: str, documentation: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, documentation, value=value)


def get_age(since: datetime | None, now: datetime) -> float:
    """Return the age in seconds, or 0 if nothing waits."""
    return (now - since).total_seconds() if since else 0.0


def export_metrics() -> HttpResponse:
    state = CollectorRegistry()
    state.register(ShopState())
    return HttpResponse(generate_latest(counted_registry()) + generate_latest(state), content_type=CONTENT_TYPE_LATEST)
