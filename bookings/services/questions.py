"""Set what an event asks its guests, store what they answer, and erase it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from bookings.models import Answer, Pass, Question
from bookings.pass_codes import parse_code
from bookings.selectors.questions import filter_askable, list_live
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.api.throttling import Limit
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError, InvalidField, Missing
from events.models import Event

ANSWERS_KEPT = timedelta(days=30)  # after the date


class HasAnswers(DomainError):
    """A question that was answered can't be changed."""

    code = "has_answers"


# --- Staff -----------------------------------------------------------------------------------------------------------


@in_one_transaction
def save_questions(*, event_id: int, questions: Sequence[dict[str, Any]], seen: Seen | None = None, by: User) -> None:
    """Ask these questions from now on. One that is left out ends, or is deleted if nobody has answered it.

    Raise HasAnswers for a changed one that was answered, InvalidField for one that has ended, and Changed.
    """
    event = lock_event(event_id)
    refuse_unseen(event, seen)
    lock_rows(event.questions.order_by("pk"))  # nobody answers meanwhile
    live = {each.public_id: each for each in list_live(event)}
    before = describe(live.values())
    for fields in questions:
        question = live.pop(fields["public_id"], None)
        if question is None:
            add_question(event, fields)
        elif any(getattr(question, name) != value for name, value in fields.items()):
            change_question(question, fields)
    for question in live.values():
        end_question(question)
    after = describe(list_live(event))
    if before != after:
        audit.record("questions changed", event, by=by, before=before, after=after)


def lock_event(event_id: int) -> Event:
    lock_rows(Event.objects.filter(pk=event_id))
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise Missing("This event was deleted.", code="not_found")
    return event


def describe(questions: Any) -> dict[str, object]:
    return {"questions": "; ".join(f"{each.text} {' / '.join(each.choices)}" for each in questions)}


def add_question(event: Event, fields: dict[str, Any]) -> None:
    if Question.objects.filter(public_id=fields["public_id"]).exists():
        raise InvalidField("questions", "This question has ended. Ask it as a new one.")
    Question.objects.create(event=event, **fields)


def change_question(question: Question, fields: dict[str, Any]) -> None:
    if question.answers.exists():
        raise HasAnswers(f"“{question.text}” has answers already. End it, and ask a new question.")
    for name, value in fields.items():
        setattr(question, name, value)
    question.save()


def end_question(question: Question) -> None:
    if question.answers.exists():
        question.ended_at = timezone.now()
        question.save(update_fields=["ended_at"])
    else:
        question.delete()


# --- Guests ----------------------------------------------------------------------------------------------------------


def answer_question(*, question_id: str, code: str, seat: int, choice: int | None) -> None:
    """Store what the holder of a ticket's code chose for one of its seats, or that they take it back with None.

    Raise Missing for a question that the ticket's event doesn't ask or a ticket that can't answer, InvalidField and
    TooMany.
    """
    Limit.of("answers", parse_code(code) or "").spend()
    store_answer(question_id, code, seat, choice)


@in_one_transaction
def store_answer(question_id: str, code: str, seat: int, choice: int | None) -> None:
    lock_rows(Question.objects.filter(public_id=question_id))
    question = Question.objects.filter(public_id=question_id, ended_at=None).first()
    tickets = filter_askable(Pass.objects.filter(code=parse_code(code) or ""), timezone.now())
    ticket = tickets.filter(booking__occurrence__event=question.event_id).first() if question else None
    if question is None or ticket is None:
        raise Missing("This can't be answered any more.", code="not_asked")
    if seat >= ticket.seats:
        raise InvalidField("seat", "The ticket has fewer seats.")
    if choice is None:
        ticket.answers.filter(question=question, seat=seat).delete()
    elif choice >= len(question.choices):
        raise InvalidField("choice", "Choose one of the answers.")
    else:
        ticket.answers.update_or_create(question=question, seat=seat, defaults={"choice": choice})


# --- Erasing ---------------------------------------------------------------------------------------------------------


@in_one_transaction
def erase_seat_answers() -> int:
    """Erase all answers 30 days after their date, and questions that have ended and have none."""
    over = Answer.objects.filter(ticket__booking__occurrence__ends_at__lt=timezone.now() - ANSWERS_KEPT)
    erased, _ = over.delete()
    Question.objects.filter(answers=None).exclude(ended_at=None).delete()
    return erased


def erase_answers_of(user: User) -> None:
    """Erase what a deleted account answered, in the caller's transaction. Those of friends belong to the friends."""
    Answer.objects.filter(ticket__booking__user=user, ticket__seat_link=None).delete()
