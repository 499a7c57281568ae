"""Reminders of booked dates."""

from django.db import models
from django.utils import timezone

from bookings.models import Booking
from charityshop.db.public_id import public_id_field


class Reminder(models.Model):
    """Who was reminded of what, so that nobody is reminded of the same start twice.

    After a move, the booking has another start and gets another reminder.
    """

    public_id = public_id_field()
    booking = models.ForeignKey(Booking, on_delete=models.CASCADE, related_name="reminders", db_index=False)
    guest = models.CharField(
        max_length=24, blank=True, default="", help_text="The ID of the guest's seat link. Empty: the buyer."
    )
    starts_at = models.DateTimeField(help_text="The start of the date that it was about.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["booking", "guest", "starts_at"], name="one_reminder_per_start"),
        ]

    def __str__(self) -> str:
        return f"Reminder of {self.starts_at:%Y-%m-%d %H:%M} for booking {self.booking_id}"
