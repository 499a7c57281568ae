"""Tell a place by email, from 10 AM the day before, how many come to a date there, and once more if that changes.

The outbox remembers what each address was told of a date: upkeep may run late, twice or several times at once. Late is
until the start. Nothing is said to a place without an address, or whose address has changed since.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import Q
from django.utils import timezone

from bookings.services.seats import lock_dates
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction
from events.datetimes import format_utc, get_shop_zone
from events.models import Occurrence, Place, join_date
from notices.selectors.recipients import count_coming, list_reminder_days
from outbox.mail.posting import post_mail
from outbox.models import Outgoing

KIND = "evening_at_place"
MEMORY = timedelta(days=3)  # longer than from the morning of the day before to the start


@dataclass(frozen=True, slots=True)
class Evening:
    """What an address is told: when a date is at its place, or that it isn't there at that time."""

    to: str
    place: int
    starts_at: datetime
    ends_at: datetime
    is_on: bool = True

    @classmethod
    def from_mail(cls, mail: Outgoing) -> "Evening":
        times = {name: datetime.fromisoformat(mail.data[name]) for name in ("starts_at", "ends_at")}
        return cls(mail.to, mail.data["place"], is_on=mail.data["is_on"], **times)

    def to_data(self) -> dict[str, Any]:
        times = {"starts_at": format_utc(self.starts_at), "ends_at": format_utc(self.ends_at)}
        return {"place": self.place, "is_on": self.is_on, **times}

    @property
    def is_ours(self) -> bool:
        """Whether the place still has this address. One that was merged, or hidden, is told nothing more."""
        return Place.objects.filter(pk=self.place, contact_email=self.to, hidden_at=None).exists()


Told = Mapping[tuple[str, str], Evening]  # the last by date and address


def send_place_emails(*, now: datetime) -> int:
    """Queue the emails that are due. Return how many."""
    told = list_told()
    before = list_reminder_days(now, get_shop_zone())[-1].ends_at
    soon = Q(starts_at__gt=now, starts_at__lt=before)
    dates = Occurrence.objects.filter(soon | Q(pk__in=[date for date, _ in told])).select_related(*join_date())
    due = [date.pk for date in dates if any(list_news(date, told, now))]
    return sum(run_each(KIND, due, partial(tell_places, now=now)))


@in_one_transaction
def tell_places(date_id: int, *, now: datetime) -> int:
    """Queue what places have to be told of a date: nothing, if another process has done so."""
    date = lock_dates([date_id]).get(date_id)
    news = list(list_news(date, list_told(), now)) if date else []
    for each in news:
        until_start = each.starts_at - now
        post_mail(KIND, to=each.to, owner_id=None, about=str(date_id), data=each.to_data(), useful_for=until_start)
    return len(news)


def list_told() -> Told:
    mails = Outgoing.objects.filter(kind=KIND, created_at__gte=timezone.now() - MEMORY).order_by("pk")
    return {(mail.about, mail.to): Evening.from_mail(mail) for mail in mails}


def list_news(date: Occurrence, told: Told, now: datetime) -> Iterator[Evening]:
    """Yield what an address doesn't know yet: it knows nothing of the date, or something else."""
    current = find_evening(date, now)
    if current and is_new(current, told.get((str(date.pk), current.to))):
        yield current
    for (about, to), last in told.items():
        is_over = about == str(date.pk) and last.is_on and not (current and current.to == to)
        if is_over and last.starts_at > now and last.is_ours:
            yield Evening(to, last.place, last.starts_at, last.ends_at, is_on=False)


def is_new(current: Evening, last: Evening | None) -> bool:
    if last is None or (last.is_on, last.starts_at, last.ends_at) != (True, current.starts_at, current.ends_at):
        return True
    return last.place != current.place and last.is_ours


def find_evening(date: Occurrence, now: datetime) -> Evening | None:
    """Return where and when a date is, if its place has to know it by now."""
    place, before = date.venue, list_reminder_days(now, get_shop_zone())[-1].ends_at
    if not (place.contact_email and now < date.starts_at < before and may_come(date)):
        return None
    return Evening(place.contact_email, place.pk, date.starts_at, date.ends_at)


def may_come(date: Occurrence) -> bool:
    """Return whether a date takes place with guests: those of a hidden event have to have booked it."""
    return date.takes_place and (date.event.is_public or count_coming(date) > 0)
