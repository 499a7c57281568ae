"""Make drafts of another program's calendar, all or none, after a preview."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from accounts.services.locks import lock_user
from bookings.ical.import_plan import READ_WITHIN, CalendarPlan, NewEvent, Note, plan_calendar
from bookings.services.event_dates import add_missing_dates, build_date, move_date
from bookings.services.events import NEW_EVENT, cancel_or_restore, create_event, list_dates, lock_date
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import make_digest, refuse_other_digest
from charityshop.exceptions import InvalidField
from events.datetimes import get_shop_zone
from events.journal import Cause, Kind, Source
from events.models import Event, Occurrence
from events.recurrence import Span

MAX_BYTES = 1024 * 1024
TOO_LARGE = "Choose a file of at most 1 MB."
IMPORT_CHANGED = "The file or the events changed since the preview. Look at the new preview."


@dataclass(frozen=True, slots=True)
class Import:
    """What importing a calendar makes, or made."""

    plan: CalendarPlan
    digest: str


def preview_import(*, calendar: str) -> Import:
    """Return what `import_events` would make, without saving."""
    return leave_out_existing(read_calendar(calendar))


def import_events(*, calendar: str, digest: str, by: User) -> Import:
    """Make all drafts, or none. Raise Changed unless `digest` is that of the preview.

    Raise InvalidField if a line of the file can't be read. It is read before anything is locked.
    """
    return store_import(read_calendar(calendar), digest, by)


def read_calendar(calendar: str, *, within: float = READ_WITHIN) -> CalendarPlan:
    if len(calendar.encode(errors="replace")) > MAX_BYTES:
        return CalendarPlan(errors=[Note(1, "", TOO_LARGE)])
    return plan_calendar(calendar, now=timezone.now(), zone=get_shop_zone(), within=within)


@in_one_transaction
def store_import(plan: CalendarPlan, digest: str | None, by: User | None) -> Import:
    """Make the drafts of a plan. Without a digest, there was no preview."""
    if by:
        lock_user(by.pk, by=by)  # so that a button that is pressed twice imports once
    found = leave_out_existing(plan)
    refuse_other_digest(digest, found.digest, IMPORT_CHANGED)
    if plan.errors:
        raise InvalidField("calendar", f"Line {plan.errors[0].line}: {plan.errors[0].message}")
    for new in found.plan.made:
        make_event(new, by)
    return found


def leave_out_existing(plan: CalendarPlan) -> Import:
    """Leave out events of which the shop has one with the name and first date, as from an earlier import."""
    starts = {new.fields["starts_at"] for new in plan.made}
    existing = set(Occurrence.objects.filter(starts_at__in=starts).values_list("event__name", "starts_at"))
    made, notes = [], list(plan.notes)
    for new in plan.made:
        name = new.fields.get("name", NEW_EVENT["name"])
        if (name, new.fields["starts_at"]) in existing:
            notes.append(Note(new.line, name, "The shop has it already, and it is left out."))
        else:
            made.append(new)
    shown = [(new.line, sorted(new.fields.items()), new.dates, sorted(new.changes.items())) for new in made]
    return Import(CalendarPlan(made, notes, plan.errors), make_digest(shown, [note.line for note in plan.errors]))


def make_event(new: NewEvent, by: User | None) -> None:
    event = create_event(fields=new.fields, by=by)
    add_missing_dates(event, timezone.now())
    for start, span in new.changes.items():
        change_date(event, start, span, Cause(Source.DIALOG if by else Source.CONSOLE, by))


def change_date(event: Event, start: datetime, to: Span | None, cause: Cause) -> None:
    """Move or cancel a date, also one that is further ahead than the shop makes dates."""
    if not list_dates(event.pk).filter(starts_at=start).exists():
        build_date(event, Span(start, start + (event.ends_at - event.starts_at))).save()
    date = lock_date(event.pk, start)
    if to:
        move_date(date, to, cause)
    else:
        cancel_or_restore(date, Kind.CANCELED, cause)
