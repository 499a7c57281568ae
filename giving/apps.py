from django.apps import AppConfig


class GivingConfig(AppConfig):
    name = "giving"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from giving.selectors.split_checks import SPLIT_CHECKS  # noqa: PLC0415
        from payments.reports.consistency_checks import CHECKS  # noqa: PLC0415

        CHECKS.extend(SPLIT_CHECKS)
