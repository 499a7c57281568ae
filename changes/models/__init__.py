"""Models of what happens after a sale: changes by buyers, changed dates, emails about a date, and the time zone."""

from changes.models.change import Change
from changes.models.date_change import DateChange, Entitlement
from changes.models.message import Message, Notice
from changes.models.zone_change import ZoneChange

__all__ = ["Change", "DateChange", "Entitlement", "Message", "Notice", "ZoneChange"]
