from django.apps import AppConfig
from django.conf import settings


class SabotageConfig(AppConfig):
    name = "tests.resilience.sabotage"

    def ready(self) -> None:
        from tests.resilience.sabotage.deeds import DEEDS  # noqa: PLC0415 - needs every app's tables, so not at the top

        for flag, value in settings.SABOTAGE.items():
            DEEDS[flag](value)
