from django.apps import AppConfig

from orders.demo.seeds import SEEDS


class LedgerConfig(AppConfig):
    name = "ledger"

    def ready(self) -> None:
        SEEDS.append("seed_cause")
