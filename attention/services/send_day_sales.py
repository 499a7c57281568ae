"""Email a day's sales to staff who want them, at 8 AM the day after, each of them once.

The outbox remembers who was told of which day. Upkeep may run late: until the day is over.
"""

from datetime import date, datetime, time, timedelta
from functools import partial

from django.db.models import QuerySet

from accounts.models import DELETED_EMAIL_SUFFIX, User
from attention.selectors.day_sales import list_sales
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from events.datetimes import get_day_bounds, get_shop_zone
from outbox.mail.posting import post_mail
from outbox.models import Outgoing

KIND = "day_sales"
SENT_FROM = time(8)


def send_day_sales(*, now: datetime) -> int:
    """Queue the emails that are due. Return how many."""
    local = now.astimezone(get_shop_zone())
    day = local.date() - timedelta(days=1)
    if local.time() < SENT_FROM or not list_sales(day).exists():
        return 0
    due = filter_untold(day).order_by("pk").values_list("pk", flat=True)
    return sum(run_each(KIND, list(due), partial(tell_user, day=day, now=now)))


@in_one_transaction
def tell_user(user_id: int, *, day: date, now: datetime) -> bool:
    """Return whether the user is told now: another process may have done so."""
    lock_rows(User.objects.filter(pk=user_id))
    user = filter_untold(day).filter(pk=user_id).first()
    if user is None:
        return False
    ends_at = get_day_bounds(day + timedelta(days=1))[1]
    post_mail(KIND, to=user.email, owner_id=user.pk, about=day.isoformat(), useful_for=ends_at - now)
    return True


def filter_untold(day: date) -> QuerySet[User]:
    told = Outgoing.objects.filter(kind=KIND, about=day.isoformat(), created_at__gte=get_day_bounds(day)[0])
    return filter_wanting().exclude(pk__in=told.values("owner_id"))


def filter_wanting() -> QuerySet[User]:
    """Filter staff who want the emails, and still may read what is in them."""
    wanting = User.objects.filter(sales_emails=True, is_staff=True, is_active=True)
    return wanting.exclude(email__endswith=DELETED_EMAIL_SUFFIX)
