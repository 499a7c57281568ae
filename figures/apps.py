from django.apps import AppConfig

from changes.apps import SEEDS


class FiguresConfig(AppConfig):
    name = "figures"

    def ready(self) -> None:
        SEEDS["figures"] = "figures.demo.seed_figures"
