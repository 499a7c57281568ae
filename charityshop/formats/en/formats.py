"""How the console writes days: as the shop does, "Sun, Nov 29, 2026" (FORMAT_MODULE_PATH)."""

DATE_FORMAT = "D, M j, Y"
DATETIME_FORMAT = "D, M j, Y, g:i A"
