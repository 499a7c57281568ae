"""Posts to the club's Discord channel about dates: published, free again, moved and canceled.

They name no person. Each is written when it is sent, and dropped if it is no longer true.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from bookings.ical.feed import get_date_url
from bookings.selectors.events import DateSeats, list_upcoming_dates
from charityshop.db.transactions import in_one_transaction
from events.formatting import format_count, format_price
from events.models import Event, Occurrence, Setting
from events.prices import get_tax_rate
from outbox.discord.posting import announce_post, format_time, has_channel, plain
from outbox.messages import NothingToSend
from outbox.models import Outgoing

PUBLISHED_AFTER = timedelta(minutes=5)  # so that corrections right after publishing are in the post
LOOK_AHEAD = timedelta(days=60)
DAY = 24 * 3600  # seconds
FULL_DATES = "full-dates"  # the key in the cache of the dates that were full at the last look


def is_public(date: Occurrence) -> bool:
    """Return whether a date takes place, and its event is published."""
    return date.takes_place and date.event.is_public


def announce_event(event: Event) -> None:
    announce_post("event_published", event.public_id, due_in=PUBLISHED_AFTER)


def announce_canceled(date: Occurrence) -> None:
    """Announce that a date is canceled. Call it in the transaction that cancels it."""
    if date.event.is_public and date.starts_at > timezone.now():
        announce_post("date_canceled", str(date.pk))


def announce_moved(date: Occurrence, was: Setting) -> None:
    """Announce a date's new time or place. Call it in the transaction that moves it.

    A post that waits says from when it was moved first, and when and where it is at last.
    """
    if is_public(date):
        announce_post("date_moved", str(date.pk), data={"was": int(was.starts_at.timestamp()), "place": was.place})


def announce_moves(event: Event, was: Mapping[int, Setting]) -> None:
    """Announce the new time or place of the next date that changed, by its key with when and where it was.

    One post for a series. Call it after the dates were changed.
    """
    if was and event.is_public:
        ahead = Occurrence.objects.select_related("event").filter(pk__in=was, starts_at__gt=timezone.now())
        real = (date for date in ahead.order_by("starts_at", "pk") if date.setting.arrival != was[date.pk].arrival)
        if date := next(real, None):
            announce_moved(date, was[date.pk])


# --- Seats that are free again ---------------------------------------------------------------------------------------


@in_one_transaction
def note_free_seats() -> int:
    """Announce dates that were full and have seats for everybody, at most once a day each. Return how many.

    Seats that are free for a waiting list are not. Which dates were full is in the cache: without it, a post is missed.
    """
    if not has_channel():
        return 0
    now = timezone.now()
    dates = list_upcoming_dates(now).filter(starts_at__lt=now + LOOK_AHEAD)
    left = {row.pk: DateSeats.from_row(row).left for row in dates}
    was_full = cache.get(FULL_DATES, set())
    cache.set(FULL_DATES, {pk for pk, seats in left.items() if seats == 0}, timeout=None)
    freed = [pk for pk in was_full if left.get(pk) and cache.add(f"free-seats-{pk}", True, DAY)]
    for pk in freed:
        announce_post("seats_free", str(pk))
    return len(freed)


# --- Texts -----------------------------------------------------------------------------------------------------------


def write_event_published(post: Outgoing) -> str:
    dates = list(list_upcoming_dates(timezone.now()).filter(event__public_id=post.about)[:50])
    if not dates:
        raise NothingToSend("It has no dates, or is hidden again.")
    first, more = dates[0], len(dates) - 1
    event = first.event
    further = f" and {'50 or more' if more == 49 else format_count(more, 'more date')}" if more else ""
    return (
        f"New: **{plain(event.name)}**, {format_price(event.price, get_tax_rate(first.venue))}\n"
        f"{format_time(first.starts_at)}{further}\n{get_date_url(first)}"
    )


def write_seats_free(post: Outgoing) -> str:
    date, seats = find_date(post.about)
    if seats <= 0:
        raise NothingToSend("The seats are taken again.")
    return (
        f"{format_count(seats, 'seat')} free again: **{plain(date.event.name)}**\n"
        f"{format_time(date.starts_at)}\n{get_date_url(date)}"
    )


def write_date_moved(post: Outgoing) -> str:
    date, _ = find_date(post.about)
    was, place = post.data["was"], date.venue
    is_moved, is_elsewhere = int(date.starts_at.timestamp()) != was, post.data.get("place", place.pk) != place.pk
    if not (is_moved or is_elsewhere):
        raise NothingToSend("It was moved back.")
    news = "time and place" if is_moved and is_elsewhere else "time" if is_moved else "place"
    when = f"Was <t:{was}:F>, now {format_time(date.starts_at)}" if is_moved else format_time(date.starts_at)
    where = f"\nNow at {plain(place.text)}" if is_elsewhere else ""
    return f"New {news}: **{plain(date.event.name)}**\n{when}{where}\n{get_date_url(date)}"


def write_date_canceled(post: Outgoing) -> str:
    date = Occurrence.objects.select_related("event").filter(pk=post.about, status=Occurrence.Status.CANCELED).first()
    if date is None or not date.event.is_public or date.starts_at <= timezone.now():
        raise NothingToSend("It takes place again, is over, or is hidden.")
    reason = f"\n{plain(date.cancel_reason)}" if date.cancel_reason else ""
    return f"Canceled: **{plain(date.event.name)}**, {format_time(date.starts_at)}{reason}"


def find_date(pk: str) -> tuple[Occurrence, int]:
    """Return an upcoming date with its free seats. Raise NothingToSend if there is none any longer."""
    row = list_upcoming_dates(timezone.now()).filter(pk=pk).first()
    if row is None:
        raise NothingToSend("The date is over, canceled or hidden.")
    return row, DateSeats.from_row(row).left
