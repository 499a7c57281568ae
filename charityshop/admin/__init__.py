"""Register the shared models with the admin site."""

from charityshop.admin import audit_log, outbox, shop_settings

__all__ = ["audit_log", "outbox", "shop_settings"]
