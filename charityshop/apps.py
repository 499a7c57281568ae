from django.apps import AppConfig


class ShopConfig(AppConfig):
    name = "charityshop"
    verbose_name = "Shop"

    def ready(self) -> None:
        from charityshop import audit, checks  # noqa: F401, PLC0415 - imports models, which are loaded before ready()
        from charityshop.security import credential_checks  # noqa: F401, PLC0415 - registers a check

        audit.make_append_only()
