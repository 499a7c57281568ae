"""Generated histories of an event's dates: what staff do to them, in any order, as the API takes it.

What dates there are is asked of `dateutil.rrule` by the text of a rule, and of `recurring-ical-events` by the feed. For
others: DATES_SEED=… DATES_HISTORIES=… pytest tests/changes/services/test_date_histories.py
"""

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from unittest.mock import patch

import icalendar
import pytest
import recurring_ical_events
from dateutil import rrule
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from bookings import event_plan
from bookings.models import Booking
from bookings.services.events import roll_forward
from demo.sales import AnyDatetime
from events.models import DateChange, Event, Occurrence
from tests.bookings.events import SHOP, act, json_time, save
from tests.support.factories import BookingFactory, UserFactory

HISTORIES = int(os.environ.get("DATES_HISTORIES", "16"))
SEED = int(os.environ.get("DATES_SEED", "0"))
PART = 25  # histories in one test, so that several processes share them
STEPS = 16
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
YEAR = timedelta(days=365)
DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
# Before the clocks change, before short months, and before a month with five Fridays. Some are times that a change
# skips or repeats.
BEGINS = [
    datetime(2031, 2, 21, 19, tzinfo=SHOP),
    datetime(2031, 3, 2, 2, 30, tzinfo=SHOP),
    datetime(2031, 10, 17, 19, tzinfo=SHOP),
    datetime(2031, 10, 26, 1, 30, tzinfo=SHOP),
    datetime(2031, 1, 31, 18, tzinfo=SHOP),
    datetime(2031, 5, 30, 20, tzinfo=SHOP),
]


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    class Clock(datetime, metaclass=AnyDatetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    with patch.object(timezone, "datetime", Clock):
        yield


# --- What calendars read ----------------------------------------------------------------------------------------------


def expand_rule(event: Event, now: datetime) -> list[datetime]:
    """Return the starts after now by the text of the event's rule, within a year if it has no end."""
    if not event.is_recurring:
        return [event.starts_at] if event.starts_at > now else []
    first = event.starts_at.astimezone(SHOP)
    until = event.repeat_until or add_year(max(event.ends_at, now))
    found = {event.starts_at} if fits(event, first) else set()
    for wall in rrule.rrulestr(write_rule(event), dtstart=first.replace(tzinfo=None)):
        at = wall.replace(tzinfo=SHOP).astimezone(UTC)
        if at > until + DAY:
            break
        found.add(event.starts_at if wall == first.replace(tzinfo=None) else at)
    return sorted(at for at in found if max(now, event.starts_at - HOUR / 60) < at <= until)


def add_year(at: datetime) -> datetime:
    local = at.astimezone(SHOP)
    last = 28 if (local.month, local.day) == (2, 29) else local.day
    return local.replace(year=local.year + 1, day=last, fold=0).astimezone(UTC).replace(second=0, microsecond=0)


def fits(event: Event, first: datetime) -> bool:
    return event.repeat_interval != "custom"


def write_rule(event: Event) -> str:
    first = event.starts_at.astimezone(SHOP)
    nth = [-1 if week == 5 else week for week in event.repeat_weeks]
    return {
        "daily": "FREQ=DAILY",
        "weekly": f"FREQ=WEEKLY;BYDAY={DAYS[first.weekday()]}",
        "monthly": f"FREQ=MONTHLY;BYMONTHDAY={first.day}",
        "custom": "FREQ=MONTHLY;BYDAY=" + ",".join(f"{each}{DAYS[event.repeat_weekday or 0]}" for each in nth),
    }[event.repeat_interval]


def read_feed(client: Any, event: Event, since: datetime) -> list[tuple[datetime, datetime]]:
    """Return when the feed's dates take place, as a calendar expands it."""
    calendar = icalendar.Calendar.from_ical(client.get(f"/calendar/{event.public_id}.ics").content)
    del calendar["X-WR-TIMEZONE"]  # or it expands to times of that zone, of which one hour comes twice
    entries = recurring_ical_events.of(calendar).between(since, since + 5 * YEAR)
    return sorted((entry.start, entry.end) for entry in entries if entry["STATUS"] == "CONFIRMED")


# --- Histories --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Snapshot:
    event: Event
    dates: dict[int, Occurrence]
    seats: dict[int, int]  # which date each booking with seats is on

    @classmethod
    def read(cls, event_id: int) -> "Snapshot":
        bookings = Booking.objects.filter(occurrence__event=event_id, status=Booking.Status.CONFIRMED)
        return cls(
            Event.objects.get(pk=event_id),
            Occurrence.objects.select_related("event").filter(event=event_id).in_bulk(),
            dict(bookings.values_list("pk", "occurrence_id")),
        )

    @property
    def rule(self) -> tuple[Any, ...]:
        event = self.event
        return event.is_recurring, event.repeat_interval, event.repeat_weekday, event.repeat_weeks, event.starts_at

    def list_on(self) -> list[Occurrence]:
        found = [date for date in self.dates.values() if date.status == "scheduled"]
        return sorted(found, key=lambda date: date.starts_at)


def is_moved(date: Occurrence) -> bool:
    return date.starts_at != date.recurrence_id


class History:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.client = APIClient(SERVER_NAME="localhost")  # without comparing each answer with the schema
        self.client.force_authenticate(UserFactory(is_staff=True))
        self.now = self.random.choice(BEGINS).astimezone(UTC) - self.random.choice([DAY, 5 * DAY])
        self.by_staff: set[int] = set()  # dates that staff moved, brought back or gave seats on
        self.steps: list[str] = []
        self.accepted = 0

    def play(self) -> None:
        with clock_at(self.now):
            self.create()
        for _ in range(STEPS):
            step = self.random.choice(
                [self.save_form] * 6
                + [self.move] * 4
                + [self.cancel, self.restore, self.book, self.book]
                + [self.return_seats, self.hide_and_restore, self.let_time_pass, self.save_name]
            )
            with clock_at(self.now):
                before = Snapshot.read(self.event_id)
                self.steps.append(step.__name__)
                step(before)
                after = Snapshot.read(self.event_id)
                self.check(before, after, is_form=step in (self.save_form, self.save_name))
        with clock_at(self.now):
            self.check_feed(after)

    def create(self) -> None:
        start = self.now + self.random.choice([DAY, 5 * DAY])
        times = {"startTime": json_time(start), "endTime": json_time(start + 3 * HOUR)}
        public_id = self.client.post("/api/products", {}, format="json").json()["_id"]
        answer = save(self.client, public_id, name="Draft", maximumEventCapacity=40, **times, **self.make_rule(start))
        assert answer.status_code == 200, answer.json()
        self.event_id = Event.objects.get(public_id=public_id).pk

    # --- Steps

    def make_rule(self, start: datetime) -> dict[str, Any]:
        if self.random.random() < 0.2:
            return {"isRecurring": False}
        interval = self.random.choice(["daily", "weekly", "weekly", "monthly", "custom"])
        weeks = {"daily": 2, "weekly": 9}.get(interval, 40)
        end = max(start, self.now) + timedelta(weeks=self.random.randint(0, weeks))
        pattern = {"recurringInterval": interval, "endDate": json_time(end)}
        if interval != "daily" and self.random.random() < 0.15:
            pattern["endDate"] = None  # type: ignore[assignment]
        if interval == "custom":
            weeks_of_month = self.random.sample(range(1, 6), self.random.randint(1, 3))
            pattern["customOccurrenceConfig"] = {  # type: ignore[assignment]
                "dayOfWeek": self.random.choice([start.astimezone(SHOP).weekday(), 4]),
                "weekOfMonth": weeks_of_month,
            }
        return {"isRecurring": True, "recurringPattern": pattern}

    def save_form(self, before: Snapshot) -> None:
        """Change the rule, its end, or the times, or two of these."""
        event, form = before.event, {}
        start, length = event.starts_at, event.ends_at - event.starts_at
        if self.random.random() < 0.5:
            by = self.random.choice([HOUR, -HOUR, HOUR / 2, 5 * HOUR, DAY, -DAY, 7 * DAY, 3 * DAY, timedelta(0)])
            start = (start.astimezone(SHOP) + by).astimezone(UTC)
            length = self.random.choice([length, length, 2 * HOUR, 4 * HOUR])
            form |= {"startTime": json_time(start), "endTime": json_time(start + length)}
        if self.random.random() < 0.35:
            form |= self.make_rule(start)
        elif event.is_recurring and self.random.random() < 0.5:
            form |= {"recurringPattern": self.change_end(event)}
        if self.random.random() < 0.3:
            form |= {"eventLocation": self.random.choice(["Barge", "Fermata", "Library"])}
        self.save(form)

    def change_end(self, event: Event) -> dict[str, Any]:
        end = max(event.repeat_until or self.now, event.starts_at) + DAY * self.random.choice([-21, -7, 7, 21, 60])
        custom = {"dayOfWeek": event.repeat_weekday, "weekOfMonth": event.repeat_weeks}
        return {
            "recurringInterval": event.repeat_interval,
            "endDate": json_time(max(end, event.starts_at)),
            "customOccurrenceConfig": custom if event.repeat_interval == "custom" else None,
        }

    def save_name(self, before: Snapshot) -> None:
        self.save({"description": f"After {len(self.steps)} steps."})

    def save(self, form: dict[str, Any]) -> None:
        decision = {"moveBookings": self.random.choice([True, True, False])}
        self.note(save(self.client, self.get_public_id(), **form, **decision), form)

    def move(self, before: Snapshot) -> None:
        """Move a date anywhere, where another one was or is, or back."""
        ahead = [date for date in before.list_on() if date.starts_at > self.now]
        if not ahead:
            return
        date = self.random.choice(ahead)
        others = [at for each in before.dates.values() for at in (each.starts_at, each.recurrence_id)]
        beyond = ahead[-1].starts_at + self.random.choice([7, 14]) * DAY
        somewhere = date.starts_at + self.random.choice([HOUR, -HOUR, 5 * HOUR, DAY, -DAY, 7 * DAY])
        to = self.random.choice([somewhere, somewhere, date.recurrence_id, self.random.choice(others), beyond])
        body = {"startTime": json_time(date.starts_at), "kind": "move", "to": json_time(to)}
        answer = act(self.client, before.event, "date-changes", reason="A fair.", answerHours=0, **body)
        self.note(answer, body)
        if answer.status_code == 202:
            self.by_staff.add(date.pk)
            assert Occurrence.objects.get(pk=date.pk).starts_at == to

    def cancel(self, before: Snapshot) -> None:
        if ahead := [date for date in before.list_on() if date.starts_at > self.now]:
            body = {"startTime": json_time(self.random.choice(ahead).starts_at), "kind": "cancel"}
            self.note(act(self.client, before.event, "date-changes", reason="Flood.", answerHours=0, **body), body)

    def restore(self, before: Snapshot) -> None:
        off = [date for date in before.dates.values() if date.status == "canceled" and date.starts_at > self.now]
        if off:
            date = self.random.choice(off)
            body = {"startTime": json_time(date.starts_at)}
            self.note(act(self.client, before.event, "unsnooze", **body), body)
            on = Occurrence.objects.filter(event=self.event_id, starts_at=date.starts_at, status="scheduled")
            self.by_staff |= set(on.values_list("pk", flat=True))

    def book(self, before: Snapshot) -> None:
        if ahead := [date for date in before.list_on() if date.starts_at > self.now]:
            date = self.random.choice(ahead)
            BookingFactory(occurrence=date, seats=1)
            self.by_staff.add(date.pk)

    def return_seats(self, before: Snapshot) -> None:
        if before.seats:
            booking = self.random.choice(sorted(before.seats))
            Booking.objects.filter(pk=booking).update(status=Booking.Status.CANCELLED)

    def hide_and_restore(self, before: Snapshot) -> None:
        for action in ("archive", "restore"):
            assert act(self.client, before.event, action).status_code == 200

    def let_time_pass(self, before: Snapshot) -> None:
        self.now += self.random.choice([DAY, 8 * DAY])
        with clock_at(self.now):
            roll_forward(now=self.now)

    def get_public_id(self) -> str:
        return Event.objects.get(pk=self.event_id).public_id

    def note(self, answer: Any, body: dict[str, Any]) -> None:
        self.accepted += answer.status_code < 300
        self.steps[-1] += f" {body} → {answer.status_code} {answer.json().get('code', '')}"
        assert answer.status_code in (200, 202, 400, 409), answer.content

    # --- Facts

    def check(self, before: Snapshot, after: Snapshot, *, is_form: bool) -> None:
        refuse_doubles(date.starts_at for date in after.list_on())
        refuse_doubles(date.recurrence_id for date in after.dates.values())
        on = {date.pk for date in after.list_on()}
        assert set(after.seats.values()) <= on, "A booked seat has no date."
        given = expand_rule(after.event, self.now)
        self.check_kept(before, after, given, is_form=is_form)
        self.check_places(before, after)
        self.check_rule(after, given, is_saved=is_form and after.event.revision > before.event.revision)

    def check_kept(self, before: Snapshot, after: Snapshot, given: list[datetime], *, is_form: bool) -> None:
        """IDs stay; a save leaves dates that staff moved; what has a row isn't made again."""
        was_series = before.event.is_recurring and after.event.is_recurring
        for pk, date in before.dates.items():
            now = after.dates.get(pk)
            if now is None:
                assert pk not in before.seats.values()
                continue
            if not is_form or (before.rule == after.rule and date.recurrence_id in given):
                assert now.recurrence_id == date.recurrence_id, f"The ID of {date.starts_at} changed."
            if is_form and was_series and is_moved(date) and date.status == "scheduled":
                assert now.starts_at == date.starts_at, f"The date moved to {date.starts_at} was moved."
            if is_form and date.starts_at <= self.now:
                assert (now.setting, now.status) == (date.setting, date.status)
        if before.rule == after.rule:
            known = {date.recurrence_id for date in before.dates.values() if date.recurrence_id > self.now}
            new = {date.starts_at for pk, date in after.dates.items() if pk not in before.dates}
            assert not new & known, "A date was made that has a row."

    def check_places(self, before: Snapshot, after: Snapshot) -> None:
        """A date is at another place only if its history says so."""
        newest = {change.occurrence_id: change for change in DateChange.objects.filter(occurrence__in=after.dates)}
        for pk in before.dates.keys() & after.dates.keys():
            was, now = before.dates[pk].setting.place, after.dates[pk].setting.place
            if was != now and after.dates[pk].status != "dropped":
                assert (newest[pk].was_place_id, newest[pk].now_place_id) == (was, now), "Nobody wrote where it is now."

    def check_rule(self, after: Snapshot, given: list[datetime], *, is_saved: bool) -> None:
        """A save makes each date of the rule, unless its time is taken, and leaves no other."""
        if not is_saved:
            return
        ids = {date.recurrence_id for date in after.dates.values()}
        length = after.event.ends_at - after.event.starts_at
        for start in given if after.event.is_recurring else []:
            assert start in ids or any(overlaps(date, start, length) for date in after.dates.values()), start
        if after.event.is_recurring:
            ahead = [date for date in after.list_on() if date.starts_at > self.now]
            left = [date.starts_at for date in ahead if date.pk not in self.by_staff and date.starts_at not in given]
            assert not left, "A date is left that the rule doesn't give."
        elif given:
            at = [date for date in after.dates.values() if given[0] in (date.starts_at, date.recurrence_id)]
            assert at or any(overlaps(date, given[0], length) for date in after.dates.values())

    def check_feed(self, after: Snapshot) -> None:
        if after.event.status == "published":
            since = self.now - timedelta(weeks=5)
            shop = [(date.starts_at, date.ends_at) for date in after.list_on() if date.ends_at > since]
            assert read_feed(self.client, after.event, since) == shop


def refuse_doubles(found: Iterable[datetime]) -> None:
    assert set(Counter(found).values()) <= {1}, "Two dates are at one time."


def overlaps(date: Occurrence, start: datetime, length: timedelta) -> bool:
    if date.status == "dropped":
        return False
    return date.starts_at == start or (date.starts_at < start + length and start < date.ends_at)


def play(seeds: Iterable[int]) -> int:
    """Return how many edits were accepted."""
    accepted = 0
    for seed in seeds:
        with transaction.atomic():
            history = History(seed)
            try:
                history.play()
            except Exception as error:
                steps = "\n".join(history.steps)
                raise AssertionError(f"DATES_SEED={seed} DATES_HISTORIES=1: {error!r}\n{steps}") from error
            accepted += history.accepted
            transaction.set_rollback(True)
    return accepted


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(0, HISTORIES, PART))
def test_whatever_staff_do_to_a_series_each_date_keeps_its_identity_and_calendars_show_it_once(first: int) -> None:
    last = min(first + PART, HISTORIES)
    assert play(range(SEED * HISTORIES + first, SEED * HISTORIES + last)) > last - first


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("names", "answer"), [(["list_same_ids", "list_other_times"], []), (["make_unique"], {})], ids=["moved", "room"]
)
def test_the_histories_find_a_plan_that_forgets_which_date_a_row_is(monkeypatch, names, answer):
    for name in names:
        monkeypatch.setattr(event_plan, name, lambda *args, **rules: answer)

    with pytest.raises(AssertionError, match="DATES_SEED"):
        play(range(PART))
