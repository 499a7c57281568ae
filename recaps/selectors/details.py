"""Read a past date's figures for everybody, and its thank-you email with the answers to it for staff."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from bookings.selectors.events import DateSeats, get_event_with_dates
from charityshop.exceptions import Missing
from door.models import Door
from events.models import Occurrence, is_public
from events.selectors import When, find_date
from recaps.models import Recap
from recaps.selectors.drafts import Draft, filter_past_dates, get_draft
from recaps.selectors.figures import Figures, find_goal, get_costs, get_figures
from recaps.selectors.recipients import list_recipients
from recaps.sentences import format_opening, format_units
from tables.models import Tournament


@dataclass(frozen=True, slots=True)
class DraftDetails(Draft):
    """A thank-you email with what it says, who gets it or got it, and what guests answered."""

    says: list[str]
    recipients: int
    is_too_late: bool
    answers: Mapping[str, Any]


def get_past_date(public_id: str, when: When, *, to_staff: bool = False) -> Occurrence:
    """Return a date that is over, with its event. Raise Missing if there is none, or if only staff may see it."""
    dates = filter_past_dates(timezone.now()).filter(event__public_id=public_id)
    if not to_staff:
        dates = dates.filter(is_public("event__"))
    found: Occurrence | None = find_date(dates, when)
    if found is None:
        raise Missing("This event has no such past date.", code="not_found")
    return found


def get_public_recap(date: Occurrence) -> dict[str, Any]:
    """Return what everybody reads of a past date."""
    tournaments = Tournament.objects.filter(door__occurrence=date, door__in=Door.objects.current())
    tournament = tournaments.select_related("door__occurrence").last()
    is_public = tournament is not None and tournament.is_public(timezone.now())
    return {"date": date, "money": get_figures(date), "tournament": tournament if is_public else None}


def get_sent_figures(recap: Recap) -> Figures:
    """Return the figures as they were when the email went out: a later refund doesn't change what was received."""
    date = recap.occurrence
    return Figures(recap.received, get_costs(date), recap.buyers, find_goal(date), recap.sent_at or timezone.now())


def find_next_date(date: Occurrence) -> DateSeats | None:
    """Return the event's next date with seats, or else the next one. None: there is none."""
    summary, _ = get_event_with_dates(date.event, max(timezone.now(), date.ends_at))
    return summary.open_date or summary.next_date


def get_details(date: Occurrence) -> DraftDetails:
    draft, now = get_draft(date), timezone.now()
    recap = draft.recap
    figures = get_sent_figures(recap) if recap.sent_at else get_figures(date)
    so_far = recap.is_so_far if recap.sent_at else bool(draft.open_points)
    sentences = [format_opening(date, figures, so_far=so_far), format_units(figures, has_paid=True)]
    return DraftDetails(
        date=date,
        recap=recap,
        obstacles=draft.obstacles,
        open_points=draft.open_points,
        says=[sentence for sentence in sentences if sentence],
        recipients=recap.recipients.count() if recap.sent_at else len(list_recipients(date, now)),
        is_too_late=recap.sent_at is None and draft.is_over(now),
        answers=get_answers(recap),
    )


def get_answers(recap: Recap) -> dict[str, Any]:
    answers = list(recap.answers.all()) if recap.pk else []
    good = sum(answer.is_good for answer in answers)
    return {"good": good, "better": len(answers) - good, "texts": [answer for answer in answers if answer.text]}
