"""Keep what clocks show when the rules of the shop's time zone change, or SHOP_TIME_ZONE does.

Dates are stored as instants, but people were told a time on the clock. With newer data, or in another zone, the clock
shows another one at that instant. So each start of the shop compares the data with those of the last start, and moves
what lies ahead to the instant at which the clock shows the same as before. The past stays. Nobody has to choose
anything; calendars, which store instants, are corrected by email.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from bookings import mails
from bookings.models import Booking, WaitingEntry
from bookings.new_times import describe_former_time, parse_former_time
from changes.models import Change, Entitlement, ZoneChange
from changes.models.zone_change import Rules
from charityshop import audit
from charityshop.db.transactions import Conflict, in_one_transaction, lock_rows
from charityshop.text import format_day_and_year, format_time
from charityshop.time_zone import read_file
from events.datetimes import format_utc, get_shop_zone
from events.formatting import format_count
from events.journal import Cause, Kind, Source, change_dates
from events.models import Event, Occurrence
from events.recurrence import Span
from notices.models import Notice
from orders.models import OrderLine
from outbox.messages import lock_waiting
from outbox.models import Outgoing

log = logging.getLogger(__name__)

LISTED = 12  # dates of an event that staff read by their day
Move = tuple[Occurrence, Span]  # a date at its new time, and when it was


@in_one_transaction
def keep_wall_times() -> int:
    """Store the time zone data of this start, and move what they would change. Return how many dates moved.

    Safe to repeat, and to run in two processes: all or nothing is done, once.
    """
    lock_rows(ZoneChange.objects.all())
    last, name = ZoneChange.objects.last(), settings.SHOP_TIME_ZONE
    data = read_file(name)
    if last and (last.zone, bytes(last.data)) == (name, data):
        return 0
    now = timezone.now()
    change = ZoneChange(number=last.number + 1 if last else 1, zone=name, data=data, created_at=now, done_at=now)
    moves: Sequence[Move] = []
    if last:
        moves, stuck = move_all(Rules(last.read_zone(), get_shop_zone()), now)
        announced = [(date, was) for date, was in moves if date.takes_place and date.starts_at != was.starts_at]
        late = [date for date in stuck if date.takes_place]
        if announced or late:
            change.message, change.done_at = describe(last.zone, name, [date for date, _ in announced], late), None
            mails.calendars_corrected({date.pk: was for date, was in announced}, now=now)
    try:
        with transaction.atomic():
            change.save(force_insert=True)
    except IntegrityError:  # another process started at the same time
        raise Conflict from None
    return len(moves)


def move_all(rules: Rules, now: datetime) -> tuple[list[Move], list[Occurrence]]:
    """Move everything ahead whose time on the clock was told to somebody. Return the dates that moved or could not."""
    upcoming = Occurrence.objects.filter(starts_at__gt=now)
    given = Occurrence.objects.filter(recurrence_id__gt=now)
    lock_rows(upcoming | given)
    lock_rows(Event.objects.all())  # after their dates, as in `lock_event`
    lock_rows(upcoming | given)
    # A series counts from its first date, even if that has passed.
    keep_columns(rules, Event.objects.filter(Q(starts_at__gt=now) | Q(is_recurring=True)), "starts_at", "ends_at")
    keep_columns(rules, Event.objects.filter(repeat_until__gt=now), "repeat_until")
    moves, stuck = [], []
    for date, was in list_moves(rules, upcoming):
        if move_date(date, was, rules, now):
            moves.append((date, was))
        else:
            date.starts_at, date.ends_at = was.starts_at, was.ends_at
            stuck.append(date)
    keep_recurrence_ids(rules, given)
    undecided = Entitlement.objects.filter(outcome=Entitlement.Outcome.UNDECIDED, until__gt=now)
    keep_columns(rules, undecided, "until")
    keep_columns(rules, Change.objects.filter(refund_until__gt=now), "refund_until")
    offered = WaitingEntry.objects.filter(status=WaitingEntry.Status.OFFERED, offered_until__gt=now)
    keep_columns(rules, offered, "offered_until")
    offers = Booking.objects.filter(kind=Booking.Kind.OFFER, status=Booking.Status.PENDING, held_until__gt=now)
    keep_columns(rules, offers, "held_until")
    keep_former_times(rules)
    by_event = sorted(moves, key=lambda move: (move[0].event_id, move[0].starts_at))
    for _, group in groupby(by_event, key=lambda move: move[0].event_id):
        theirs = list(group)
        moved = ", ".join(f"{format_utc(was.starts_at)} → {format_utc(date.starts_at)}" for date, was in theirs)
        before, after = {"zone": rules.old.key}, {"zone": rules.new.key}
        audit.record("time zone changed", theirs[0][0].event, by=None, before=before, after=after, dates_moved=moved)
    return by_event, sorted(stuck, key=lambda date: (date.event_id, date.starts_at))


def list_moves(rules: Rules, dates: QuerySet[Occurrence]) -> list[Move]:
    """Return the dates with their new times in memory, so that none is written over one that has not moved yet."""
    found = []
    for date in dates.select_related("event"):
        was = Span(date.starts_at, date.ends_at)
        kept = rules.keep_span(was)
        date.starts_at, date.ends_at = kept.starts_at, kept.ends_at
        if kept != was:
            found.append((date, was))
    earlier = [(date, was) for date, was in found if date.starts_at < was.starts_at]
    others = [(date, was) for date, was in found if date.starts_at >= was.starts_at]
    return [*sort_moves(earlier), *reversed(sort_moves(others))]


def sort_moves(moves: Iterable[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: move[1].starts_at)


def move_date(date: Occurrence, was: Span, rules: Rules, now: datetime) -> bool:
    """Write a date's new time, and correct what names its old one. Return whether its event had room at that time."""
    others = Occurrence.objects.filter(event=date.event_id, status=Occurrence.Status.SCHEDULED).exclude(pk=date.pk)
    if date.takes_place and others.filter(starts_at=date.starts_at).exists():
        log.error("date %s stays at %s: its event has another one at its new time", date.pk, was.starts_at)
        return False
    change_dates(Kind.MOVED, {date.pk: Span(date.starts_at, date.ends_at)}, Cause(Source.RULE))
    Notice.objects.filter(occurrence=date, starts_at=was.starts_at).update(starts_at=date.starts_at)
    keep_columns(rules, OrderLine.objects.filter(booking__occurrence=date), "starts_at", "ends_at")
    return True


def keep_recurrence_ids(rules: Rules, dates: QuerySet[Occurrence]) -> None:
    """Keep what clocks show of the starts that rules gave, wherever staff moved the dates: rules give them so now."""
    found = [(date, date.recurrence_id, rules.keep(date.recurrence_id)) for date in dates]
    earlier = sorted((each for each in found if each[2] < each[1]), key=lambda each: each[1])
    later = sorted((each for each in found if each[2] > each[1]), key=lambda each: each[1], reverse=True)
    for date, _, kept in (*earlier, *later):
        if not Occurrence.objects.filter(event=date.event_id, recurrence_id=kept).exists():
            Occurrence.objects.filter(pk=date.pk).update(recurrence_id=kept)


def keep_columns(rules: Rules, rows: QuerySet[Any], *columns: str) -> None:
    for values in rows.values("pk", *columns):
        kept = {name: rules.keep(values[name]) for name in columns}
        if any(kept[name] != values[name] for name in columns):
            rows.model._default_manager.filter(pk=values["pk"]).update(**kept)


def keep_former_times(rules: Rules) -> None:
    """Let emails that wait name the former times of dates as their readers know them."""
    for mail in lock_waiting(channel=Outgoing.Channel.MAIL):
        told = [mail.data, *mail.data.get("moves", ()), *mail.data.get("tickets", ())]
        if named := [each for each in told if "was_start" in each]:
            for each in named:
                each |= describe_former_time(rules.keep_span(parse_former_time(each)))
            mail.save(update_fields=["data"])


def describe(old: str, new: str, moved: Sequence[Occurrence], stuck: Sequence[Occurrence]) -> str:
    """Say to staff which dates moved, and which could not, by event."""
    parts = [f"The time zone {new} has new rules" if old == new else f"The shop's time zone is {new} instead of {old}"]
    if moved:
        count = "1 date keeps its" if len(moved) == 1 else f"{len(moved)} dates keep their"
        parts += [f"{count} time on the clock: {format_dates(moved)}"]
        parts += ["Buyers and guests get corrected calendar entries by email"]
    if stuck:
        one = "1 date doesn't keep its time, because its event has"
        several = f"{len(stuck)} dates don't keep their times, because their events have"
        parts += [f"{one if len(stuck) == 1 else several} another one then: {format_dates(stuck)}"]
        parts += ["No buyer was told: move or cancel what clashes"]
    return ". ".join([*parts, "Check the dates, then mark this as done."])


def format_dates(dates: Sequence[Occurrence]) -> str:
    """Return the days and times of dates, by event."""
    parts = []
    for _, group in groupby(dates, key=lambda date: date.event_id):
        theirs = list(group)
        local = [date.starts_at.astimezone(get_shop_zone()) for date in theirs]
        days = [f"{format_day_and_year(at)}, {format_time(at)}" for at in local[:LISTED]]
        more = f" and {format_count(len(theirs) - LISTED, 'more date')}" if len(theirs) > LISTED else ""
        parts.append(f"{theirs[0].event.name} ({'; '.join(days)}{more})")
    return ", ".join(parts)
