"""Models of what happens after a sale: changes by buyers, changed dates, and the time zone."""

from changes.models.change import Change
from changes.models.date_change import DateChange, Entitlement
from changes.models.zone_change import ZoneChange

__all__ = ["Change", "DateChange", "Entitlement", "ZoneChange"]
