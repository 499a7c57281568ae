"""The project: settings, and code that all apps share. Each process imports it before anything else of the shop."""

import zoneinfo

# Time zones come from the pinned package `tzdata` on every system. Otherwise Python takes the system's files first, and
# the dates that were sold would move with an ordinary upgrade of the system.
zoneinfo.reset_tzpath(to=())
zoneinfo.ZoneInfo.clear_cache()
