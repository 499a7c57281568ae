"""Generated histories of one date: everybody on it is told once of each change that still holds, and of no other.

Staff move the date, cancel it and bring it back, from either page, while emails leave the outbox in any order. Who read
an email knows what it said; the oracle is that knowledge beside the date. For others: NEWS_SEED=… NEWS_HISTORIES=…
"""

import os
import random
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking, WaitingEntry
from changes.services.date_changes.process_date_changes import process_date_changes
from events.formatting import format_when
from events.models import Occurrence
from events.recurrence import Span
from outbox.models import Outgoing
from tests.bookings.events import save
from tests.changes.change_calls import begin_cancel, create_date, format_time, move, post_restore
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.support.factories import BookingFactory, GuestFactory, UserFactory, in_days
from tests.support.messages import send_due_mails

HISTORIES = int(os.environ.get("NEWS_HISTORIES", "6"))
SEED = int(os.environ.get("NEWS_SEED", "0"))
PART = 25  # histories in one test, so that several processes share them
STEPS = 12
HOUR = timedelta(hours=1)
CANCELED = "canceled"
OFF = ("canceled_choice", "date_canceled", "guest_seat_gone", "date_changed")
MOVED = ("moved_choice", "dates_moved", "guest_new_time", "waiting_date_moved")


class History:
    def __init__(self, seed: int, *, with_cancels: bool) -> None:
        self.random = random.Random(seed)
        self.steps: list[str] = []
        self.staff = APIClient(SERVER_NAME="localhost")
        self.staff.force_authenticate(UserFactory(is_staff=True))
        self.date = create_date(event__maximum_event_capacity=8, event__price="0")
        length = self.date.ends_at - self.date.starts_at
        starts = [self.date.starts_at, in_days(9), in_days(11), in_days(13)]
        self.spans = [Span(at, at + length) for at in starts]
        buyer, volunteer, waiting = (UserFactory(email=f"{name}@example.com") for name in ("ana", "vera", "eve"))
        create_order(signed_in(buyer), self.date, seats=2)
        GuestFactory(booking=Booking.objects.get(), email="sam@example.com")
        by_hand = BookingFactory(occurrence=self.date, user=volunteer, seats=2, kind="by_hand")
        GuestFactory(booking=by_hand, email="kim@example.com")
        WaitingEntry.objects.create(occurrence=self.date, user=waiting, seats=5, at_least=5)
        people = [buyer.email, "sam@example.com"]
        if not with_cancels:  # those end what these have, for good
            people += [volunteer.email, "kim@example.com", waiting.email]
        send_due_mails()
        self.known: dict[str, Span | str] = dict.fromkeys(people, self.read_state())
        self.with_cancels = with_cancels

    def read_state(self) -> Span | str:
        date = self.date = Occurrence.objects.select_related("event").get(pk=self.date.pk)
        return Span(date.starts_at, date.ends_at) if date.takes_place else CANCELED

    def play(self) -> None:
        steps = [self.move] * 4 + [self.tell] * 3 + [self.send_some] * 4
        steps += [self.cancel_or_restore] * 3 if self.with_cancels else []
        for _ in range(STEPS):
            self.random.choice(steps)()
        self.tell()
        self.send_some(everything=True)
        state = self.read_state()
        assert {who: known for who, known in self.known.items() if known != state} == {}, f"The date is at {state}."

    def move(self) -> None:
        state = self.read_state()
        if state == CANCELED:
            return
        to = self.random.choice([span for span in self.spans if span != state])
        is_form = self.random.random() < 0.5
        self.note(f"{'form' if is_form else 'dialog'} {self.spans.index(to)}")
        if is_form:
            times = {"startTime": format_time(to.starts_at), "endTime": format_time(to.ends_at)}
            assert save(self.staff, self.date.event, **times, moveBookings=True, reason="A fair.").status_code == 200
        else:
            move(self.staff, self.date, to.starts_at)

    def cancel_or_restore(self) -> None:
        is_off = self.read_state() == CANCELED
        self.note("restore" if is_off else "cancel")
        if is_off:
            assert post_restore(self.staff, self.date).status_code == 200
        else:
            begin_cancel(self.staff, self.date)

    def tell(self) -> None:
        self.note(f"tell {process_date_changes()}")

    def send_some(self, *, everything: bool = False) -> None:
        """Send some of the emails that wait; the server puts off the others."""
        now, waiting = timezone.now(), Outgoing.objects.filter(next_try_at__isnull=False)
        put_off = [pk for pk in waiting.order_by("pk").values_list("pk", flat=True) if self.random.random() < 0.5]
        waiting.filter(pk__in=[] if everything else put_off).update(next_try_at=now + HOUR)
        before = len(mail.outbox)
        send_due_mails()
        waiting.update(next_try_at=now)
        for message in mail.outbox[before:]:
            self.read(message)

    def read(self, message: Any) -> None:
        (reader,), state = message.to, self.read_state()
        kind = Outgoing.objects.get(public_id=message.extra_headers["Message-ID"][1:25]).kind
        self.note(f"{reader} reads {kind}")
        if reader not in self.known:
            return
        known, self.known[reader] = self.known[reader], state
        assert state != known, f"{reader} reads what they know in {kind}."
        assert (kind in OFF) == (state == CANCELED), f"{reader} reads {kind}, and the date is {state}."
        for told in (state, known if kind in MOVED else state):
            if isinstance(told, Span):
                assert format_when(told.starts_at, told.ends_at) in message.body, f"{kind} does not name {told}."

    def note(self, step: str) -> None:
        self.steps.append(step)


def play(seeds: range) -> None:
    for seed in seeds:
        with transaction.atomic():
            history = History(seed, with_cancels=seed % 2 == 1)
            try:
                history.play()
            except Exception as error:
                steps = "\n".join(history.steps)
                raise AssertionError(f"NEWS_SEED={seed} NEWS_HISTORIES=1: {error!r}\n{steps}") from error
            transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(0, HISTORIES, PART))
def test_everybody_on_a_date_is_told_once_of_each_change_that_still_holds_and_of_no_other(first: int) -> None:
    last = min(first + PART, HISTORIES)
    play(range(SEED * HISTORIES + first, SEED * HISTORIES + last))
