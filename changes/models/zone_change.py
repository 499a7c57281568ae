"""The time zone data by which the stored dates were computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone

from charityshop.db.columns import public_id_field
from events.datetimes import get_shop_zone
from events.models import DateChange, Setting
from events.recurrence import Span


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules until now, and from now on."""

    old: ZoneInfo
    new: ZoneInfo

    def keep(self, at: datetime) -> datetime:
        """Return the instant at which the clock shows what it showed at this one. A skipped time moves forward."""
        local = at.astimezone(self.old)
        if local.utcoffset() == at.astimezone(self.new).utcoffset():
            return at
        return local.replace(tzinfo=self.new).astimezone(UTC)

    def keep_span(self, span: Span) -> Span:
        starts_at = self.keep(span.starts_at)
        return Span(starts_at, max(self.keep(span.ends_at), starts_at))


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


def read_told_times(change: DateChange) -> tuple[Setting, Setting]:
    """Return when a date was before and after a change, as `read_all_told_times`."""
    return read_all_told_times([change])[0]


def read_all_told_times(changes: Sequence[DateChange]) -> list[tuple[Setting, Setting]]:
    """Return when dates were before and after these changes, at the times on the clock that people were told.

    The journal has the instants, at which clocks may show other times since the zone's rules changed. One query.
    """
    zones = list(ZoneChange.objects.all())
    return [get_told_times(change, zones) for change in changes]


def get_told_times(change: DateChange, zones: Sequence[ZoneChange]) -> tuple[Setting, Setting]:
    was, now = change.was, change.now
    before = [zone for zone in zones if zone.created_at <= change.at]
    if len(before) == len(zones):
        return was, now
    rules = Rules(before[-1].read_zone() if before else get_shop_zone(), get_shop_zone())
    return was.at(rules.keep_span(was.span)), now.at(rules.keep_span(now.span))
