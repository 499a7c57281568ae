"""Register order lines and their changes with the admin site."""

from changes.admin import changes, date_changes, messages

__all__ = ["changes", "date_changes", "messages"]
