from django.apps import AppConfig

from orders.demo.seeds import SEEDS


class DoorConfig(AppConfig):
    name = "door"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from door.selectors.cash_checks import CASH_CHECKS  # noqa: PLC0415
        from door.services.drawers import erase_counts  # noqa: PLC0415
        from door.services.erase_names import erase_names  # noqa: PLC0415
        from orders.management.commands.upkeep import JOBS, once_a_day  # noqa: PLC0415
        from orders.reports.consistency_checks import CHECKS  # noqa: PLC0415

        JOBS["volunteer(s) of past dates erased"] = once_a_day(erase_names)
        JOBS["old count(s) of drawers erased"] = once_a_day(erase_counts)
        CHECKS.extend(CASH_CHECKS)
        SEEDS.append("seed_door")
