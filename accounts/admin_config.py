from django.contrib.admin.apps import AdminConfig


class ConsoleConfig(AdminConfig):
    """django.contrib.admin with the shop's sign-in."""

    default_site = "accounts.admin_site.Console"
