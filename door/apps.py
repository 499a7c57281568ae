from django.apps import AppConfig


class DoorConfig(AppConfig):
    name = "door"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from bookings.selectors.inside import READERS  # noqa: PLC0415
        from charityshop.db.triggers import TRIGGERS  # noqa: PLC0415
        from door.selectors.cash_checks import CASH_CHECKS  # noqa: PLC0415
        from door.selectors.log import count_inside  # noqa: PLC0415
        from door.triggers import CASH_TRIGGERS, LOG_TRIGGERS  # noqa: PLC0415
        from payments.reports.consistency_checks import CHECKS  # noqa: PLC0415

        CHECKS.extend(CASH_CHECKS)
        READERS.append(count_inside)
        TRIGGERS.extend([*LOG_TRIGGERS, *CASH_TRIGGERS])
