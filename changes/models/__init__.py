"""Models of what happens after a sale: changes by buyers, changed dates, and emails about a date."""

from changes.models.change import Change
from changes.models.date_change import DateChange, Entitlement
from changes.models.message import Message, Notice

__all__ = ["Change", "DateChange", "Entitlement", "Message", "Notice"]
