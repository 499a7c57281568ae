"""Serializers for what events ask their guests."""

from typing import Any

from rest_framework import serializers

from bookings.models import (
    MAX_CHOICE_LENGTH,
    MAX_CHOICES,
    MAX_QUESTION_LENGTH,
    MAX_QUESTIONS,
    MIN_CHOICES,
    Question,
)
from bookings.selectors.questions import list_live
from charityshop.api.seen import SeenForm
from charityshop.form_fields import CodeField, LineField, messages_for
from charityshop.text import fold
from events.models import Event

MAX_CODES = 50
Serializer = serializers.Serializer[Any]


class AskedQuestionSerializer(Serializer):
    """A question as guests read it."""

    _id = serializers.RegexField(
        r"\A[0-9a-f]{24}\Z", source="public_id", help_text="Of a new one: random, by who sends it."
    )
    text = LineField(
        max_length=MAX_QUESTION_LENGTH,
        error_messages=messages_for("Enter a question.", max_length=f"Use at most {MAX_QUESTION_LENGTH} characters."),
    )
    choices = serializers.ListField(
        child=LineField(
            max_length=MAX_CHOICE_LENGTH,
            error_messages=messages_for("Enter an answer.", max_length=f"Use at most {MAX_CHOICE_LENGTH} characters."),
        ),
        min_length=MIN_CHOICES,
        max_length=MAX_CHOICES,
    )

    def validate_choices(self, choices: list[str]) -> list[str]:
        if len({fold(each) for each in choices}) < len(choices):
            raise serializers.ValidationError("Each answer has to be another one.")
        return choices


class QuestionSerializer(AskedQuestionSerializer):
    together = serializers.BooleanField(help_text="Whether pairings put equal answers at one table.")


class QuestionsFormSerializer(SeenForm):
    """All that an event asks. One that is left out ends."""

    questions = serializers.ListField(child=QuestionSerializer(), max_length=MAX_QUESTIONS)

    def validate_questions(self, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({each["public_id"] for each in questions}) < len(questions):
            raise serializers.ValidationError("Send each question once.")
        return questions


class QuestionsSerializer(Serializer):
    questions = QuestionSerializer(many=True)
    answered = serializers.ListField(
        child=serializers.CharField(), help_text="The IDs of those that have answers, and can only be ended."
    )


def show_form(event: Event) -> dict[str, Any]:
    return {"questions": QuestionSerializer(list_live(event), many=True).data}


def show_questions(event: Event) -> dict[str, Any]:
    live = list_live(event)
    answered = set(Question.objects.filter(pk__in=[each.pk for each in live], answers__isnull=False))
    ids = [each.public_id for each in live if each in answered]
    return dict(QuestionsSerializer({"questions": live, "answered": ids}).data)


class AskedCodesSerializer(Serializer):
    codes = serializers.ListField(child=CodeField(max_length=40), max_length=MAX_CODES)


class AskedTicketSerializer(Serializer):
    code = serializers.CharField(help_text="As it was sent.")
    questions = AskedQuestionSerializer(many=True)
    answers = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True)),
        help_text="By question, what each seat of the ticket chose, counted from 0; null without an answer.",
    )


class AskedTicketsSerializer(Serializer):
    tickets = AskedTicketSerializer(many=True)


class AnswerFormSerializer(Serializer):
    code = CodeField(max_length=40, help_text="Of the ticket.")
    seat = serializers.IntegerField(min_value=0, max_value=999, default=0, help_text="Of the ticket, from 0.")
    choice = serializers.IntegerField(
        min_value=0, max_value=MAX_CHOICES - 1, allow_null=True, help_text="Counted from 0; null takes it back."
    )
