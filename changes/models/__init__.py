"""Models of what happens after a sale: changes by buyers, choices about changed dates, and the time zone."""

from changes.models.change import Change
from changes.models.entitlement import Entitlement
from changes.models.zone_change import ZoneChange

__all__ = ["Change", "Entitlement", "ZoneChange"]
