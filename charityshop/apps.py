from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class ShopConfig(AppConfig):
    name = "charityshop"
    verbose_name = "Shop"

    def ready(self) -> None:
        from charityshop import audit, checks  # noqa: F401, PLC0415 - imports models, which are loaded before ready()
        from charityshop.db import folding  # noqa: F401, PLC0415 - registers a lookup and a function of SQLite
        from charityshop.db.triggers import create_after_migrating, drop_before_migrating  # noqa: PLC0415

        audit.make_append_only()
        pre_migrate.connect(drop_before_migrating, sender=self, dispatch_uid="triggers")
        post_migrate.connect(create_after_migrating, sender=self, dispatch_uid="triggers")
