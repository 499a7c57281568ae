from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "ledger"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from ledger.selectors.journal import closed_months_that_changed  # noqa: PLC0415
        from payments.reports.consistency_checks import CHECKS  # noqa: PLC0415

        CHECKS.append(closed_months_that_changed)
