from django.apps import AppConfig
from django.conf import settings


class SabotageConfig(AppConfig):
    name = "tests.resilience.sabotage"

    def ready(self) -> None:
        from tests.resilience.sabotage.flags import FLAGS  # noqa: PLC0415 - needs every app to be loaded

        for flag, value in settings.SABOTAGE.items():
            FLAGS[flag](value)
