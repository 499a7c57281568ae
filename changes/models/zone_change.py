"""The time zone data by which the stored dates were computed."""

from io import BytesIO
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone

from charityshop.db.columns import public_id_field


class ZoneChange(models.Model):
    """The zone and its rules from this time on. All stored dates are by the last row; the first one changed none."""

    number = models.PositiveIntegerField(
        primary_key=True, help_text="From 1 on, so that two starts can't add the same."
    )
    public_id = public_id_field()
    zone = models.CharField(max_length=100, help_text="SHOP_TIME_ZONE.")
    data = models.BinaryField(help_text="The zone's file.")
    message = models.TextField(blank=True, help_text="Which dates keep their time on the clock, for staff.")
    created_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True, help_text="When staff had read it, or if no date changed.")

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.zone} since {self.created_at:%Y-%m-%d}"

    def read_zone(self) -> ZoneInfo:
        return ZoneInfo.from_file(BytesIO(bytes(self.data)), key=self.zone)
