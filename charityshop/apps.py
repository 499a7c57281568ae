from django.apps import AppConfig


class ShopConfig(AppConfig):
    name = "charityshop"
    verbose_name = "Shop"

    def ready(self) -> None:
        from charityshop import audit, checks  # noqa: F401, PLC0415 - needs every app's tables, so not at the top
        from charityshop.security import credential_checks  # noqa: F401, PLC0415 - needs every app's tables, so not at the top

        audit.guard()
