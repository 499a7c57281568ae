from django.apps import apps
from django.conf import settings
from django.contrib.admin.apps import AdminConfig


class ConsoleConfig(AdminConfig):
    """django.contrib.admin with the shop's sign-in, and with all tables of the shop."""

    default_site = "accounts.admin_site.Console"

    def ready(self) -> None:
        """Show the tables that no module `admin` registers, read-only."""
        super().ready()
        # Imported here because they need the models of every app.
        from django.contrib.admin import site  # noqa: PLC0415

        from charityshop.admin.base import ReadOnlyAdmin  # noqa: PLC0415

        models = [model for app in settings.OWN_APPS for model in apps.get_app_config(app).get_models()]
        site.register([model for model in models if not site.is_registered(model)], ReadOnlyAdmin)
