"""Models of the door: the links and phones of a date, and the log of who came in, the cash."""

from door.models.doors import Door, DoorLink, Phone, SignIn
from door.models.entries import DoorEntry, UnusableEntry
from door.models.till import Allotment, Count, Drawer, Move

__all__ = [
    "Allotment",
    "Count",
    "Door",
    "DoorEntry",
    "DoorLink",
    "Drawer",
    "Move",
    "Phone",
    "SignIn",
    "UnusableEntry",
]
