"""Models of the door: the links and phones of a date, and the log of who came in, the cash."""

from door.models.entries import DoorEntry, EntryText, UnusableEntry
from door.models.nights import Device, DoorLink, Night, SignIn
from door.models.till import Allotment, Count, Drawer, Move

__all__ = [
    "Allotment",
    "Count",
    "Device",
    "DoorEntry",
    "DoorLink",
    "Drawer",
    "EntryText",
    "Move",
    "Night",
    "SignIn",
    "UnusableEntry",
]
