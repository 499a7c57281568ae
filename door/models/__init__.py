"""Models of the door: the links and phones of a date, and the log of who came in."""

from door.models.entries import Entry, EntryText
from door.models.nights import Device, Link, Night

__all__ = ["Device", "Entry", "EntryText", "Link", "Night"]
