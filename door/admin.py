"""Show the door in the console, read-only, without keys, PINs and tokens."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from door.models import (
    Allotment,
    Count,
    Door,
    DoorEntry,
    DoorLink,
    Drawer,
    Move,
    Phone,
    SignIn,
    UnusableEntry,
)

admin.site.register([Door, DoorLink, Phone, SignIn, DoorEntry, Allotment, Drawer, Move, Count], ReadOnlyAdmin)
admin.site.register(UnusableEntry, ReadOnlyAdmin, list_filter=["code"])
