"""The recap of a date: the thank-you email of the morning after, who got it, and what they answered."""

from django.db import models
from django.db.models import Q

from accounts.models import User
from bookings.models import Booking, SeatLink
from charityshop.db.columns import optional_money, public_id_field
from events.models import Occurrence

MAX_NOTE_LENGTH, MAX_ANSWER_LENGTH = 500, 300


class Recap(models.Model):
    """A date's thank-you email. The row is created when staff change it, or when it goes out."""

    occurrence = models.OneToOneField(Occurrence, on_delete=models.CASCADE, related_name="recap")
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, help_text="What staff add to the email.")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="Empty: staff have not stopped it.")
    sent_at = models.DateTimeField(null=True, blank=True)
    is_so_far = models.BooleanField(default=False, help_text="Whether it went out before all money was known.")
    raised = optional_money(help_text="As the email says, whatever is refunded later. Empty: it has no number.")
    buyers = models.PositiveIntegerField(default=0, help_text="How many people paid, as the email says.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sent_at=None) | Q(stopped_at=None), name="a_stopped_recap_is_not_sent"),
            models.CheckConstraint(condition=Q(raised=None) | Q(raised__gt=0), name="recap_raised_is_positive"),
        ]

    def __str__(self) -> str:
        return f"Recap of {self.occurrence}"


class Recipient(models.Model):
    """Who gets a recap: a buyer, or a guest who gave an address. The email is rendered when it is sent."""

    public_id = public_id_field()
    recap = models.ForeignKey(Recap, on_delete=models.CASCADE, related_name="recipients")
    booking = models.ForeignKey(
        Booking, on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="The buyer's."
    )
    seat_link = models.ForeignKey(
        SeatLink, on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="The guest's."
    )
    has_answered = models.BooleanField(default=False, help_text="What they answered is stored without them.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(booking__isnull=False, seat_link=None) | Q(booking=None, seat_link__isnull=False),
                name="a_recap_goes_to_a_buyer_or_a_guest",
            ),
            models.UniqueConstraint(fields=["recap", "booking"], name="one_recap_per_booking"),
            models.UniqueConstraint(fields=["recap", "seat_link"], name="one_recap_per_guest"),
        ]

    def __str__(self) -> str:
        return f"Recipient {self.public_id}"

    @property
    def user(self) -> User | SeatLink:
        """The buyer or the guest. Both have a first name, an email address, and whether they want such emails."""
        if self.booking is not None:
            return self.booking.user
        assert self.seat_link is not None  # noqa: S101 - one of them is set
        return self.seat_link


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
