"""The recap of a date: the thank-you email of the morning after, and what its recipients answered."""

from django.db import models
from django.db.models import Q, QuerySet

from charityshop.db.columns import optional_money
from events.models import Occurrence
from notices.models import Notice

MAX_NOTE_LENGTH, MAX_ANSWER_LENGTH = 500, 300


class Recap(models.Model):
    """A date's thank-you email. The row is created when staff change it, or when it goes out."""

    occurrence = models.OneToOneField(Occurrence, on_delete=models.CASCADE, related_name="recap", verbose_name="date")
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, help_text="What staff add to the email.")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="Empty: staff have not stopped it.")
    sent_at = models.DateTimeField(null=True, blank=True)
    is_so_far = models.BooleanField(default=False, help_text="Whether it went out before all money was known.")
    received = optional_money(help_text="As the email says, whatever is refunded later. Empty: it has no number.")
    buyers = models.PositiveIntegerField(default=0, help_text="How many people paid, as the email says.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sent_at=None) | Q(stopped_at=None), name="a_stopped_recap_is_not_sent"),
            models.CheckConstraint(condition=Q(received=None) | Q(received__gt=0), name="recap_received_is_positive"),
        ]

    def __str__(self) -> str:
        return f"Recap of {self.occurrence}"

    @property
    def recipients(self) -> QuerySet[Notice]:
        """Who got the email."""
        return Notice.objects.filter(kind=Notice.Kind.RECAP, occurrence=self.occurrence)


class Answer(models.Model):
    """What somebody thought of a date. It says neither who nor when, so that nobody can find out."""

    recap = models.ForeignKey(Recap, on_delete=models.CASCADE, related_name="answers")
    is_good = models.BooleanField()
    text = models.CharField(max_length=MAX_ANSWER_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        """Omit the text, because the audit log stores this string."""
        return f"Answer {self.pk}"
