"""Read what an event asks, and what its guests answered. Each function needs one or two queries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import User
from bookings.models import Answer, Booking, Pass, Question
from bookings.pass_codes import parse_code
from events.models import Event

Choices = list[list[int | None]]
"""By question, the choice of each seat; None without an answer."""


@dataclass(frozen=True, slots=True)
class AskedTicket:
    """A ticket whose guests may still answer, and what they chose."""

    code: str
    questions: Sequence[Question]
    answers: Choices


@dataclass(frozen=True, slots=True)
class Answers:
    """What an event asks or asked, and the choices of the tickets that have some, by their ID."""

    questions: Sequence[Question]
    by_ticket: Mapping[int, Choices]

    def describe(self, ticket_ids: Iterable[int], *, fewest: int = 1) -> list[dict[str, Any]]:
        """Return for each question that was answered how many chose what, such as "3 need a deck", if not too few."""
        lists = [self.by_ticket[each] for each in ticket_ids if each in self.by_ticket]
        return [
            {"question": question.text, "chosen": chosen}
            for number, question in enumerate(self.questions)
            if (chosen := format_chosen(question, Counter(seat for each in lists for seat in each[number]), fewest))
        ]


def format_chosen(question: Question, counts: Mapping[int | None, int], fewest: int = 1) -> str:
    """Return "3 need a deck · 5 bring one"."""
    shown = [(counts.get(at, 0), choice) for at, choice in enumerate(question.choices)]
    return " · ".join(f"{count} {choice}" for count, choice in shown if count >= fewest)


def list_live(event: Event) -> list[Question]:
    """Return what the event asks now."""
    return list(event.questions.filter(ended_at=None))


def list_asked(codes: Iterable[str], now: datetime) -> list[AskedTicket]:
    """Return the tickets with these codes that may still answer something. Others are left out."""
    sent = {parsed: code for code in codes if (parsed := parse_code(code))}
    live = Prefetch("booking__occurrence__event__questions", Question.objects.filter(ended_at=None), to_attr="live")
    found = filter_askable(Pass.objects.filter(code__in=sent), now).select_related("booking__occurrence__event")
    asked = [
        (ticket, questions)
        for ticket in found.prefetch_related(live, "answers").order_by("pk")
        if (questions := ticket.booking.occurrence.event.live)  # type: ignore[attr-defined]  # by the prefetch
    ]
    return [
        AskedTicket(sent[ticket.code], questions, list_choices(ticket, questions, ticket.answers.all()))
        for ticket, questions in asked
    ]


def filter_askable(tickets: QuerySet[Pass], now: datetime) -> QuerySet[Pass]:
    """Filter valid tickets of dates that take place and have not started."""
    date = {"booking__occurrence__status": "scheduled", "booking__occurrence__starts_at__gt": now}
    return tickets.filter(ended_because="", booking__status=Booking.Status.CONFIRMED, **date)


def get_answers(event: Event, tickets: Collection[Pass]) -> Answers:
    """Return what was answered with these tickets, also to questions that have ended. One query without questions."""
    questions = list(event.questions.filter(Q(ended_at=None) | Q(answers__isnull=False)).distinct())
    if not questions:
        return Answers([], {})
    rows: dict[int, list[Answer]] = defaultdict(list)
    for answer in Answer.objects.filter(question__in=questions, ticket__in=tickets):
        rows[answer.ticket_id].append(answer)
    return Answers(
        questions, {each.pk: list_choices(each, questions, rows[each.pk]) for each in tickets if each.pk in rows}
    )


def list_choices(ticket: Pass, questions: Sequence[Question], answers: Iterable[Answer]) -> Choices:
    chosen = {(answer.question_id, answer.seat): answer.choice for answer in answers}
    return [[chosen.get((question.pk, seat)) for seat in range(ticket.seats)] for question in questions]


def has_unanswered(tickets: Collection[Pass]) -> bool:
    """Return whether a seat of these tickets, all of one booking, has not answered what its event asks."""
    if not tickets:
        return False
    seats = sum(ticket.seats for ticket in tickets)
    date = next(iter(tickets)).booking.occurrence
    asked = len(list_live(date.event)) * seats
    live = Answer.objects.filter(ticket__in=tickets, question__ended_at=None, question__event=date.event)
    return bool(asked) and live.filter(seat__lt=F("ticket__seats")).count() < asked


def export_answers(user: User) -> list[dict[str, str]]:
    """Return what a user answered, for the export of their data. Those of friends belong to the friends."""
    own = Answer.objects.filter(ticket__booking__user=user, ticket__seat_link=None).select_related("question")
    return [{"question": each.question.text, "answer": each.question.choices[each.choice]} for each in own]
