from django.apps import AppConfig


class DoorConfig(AppConfig):
    name = "door"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from door.services.erase_names import erase_names  # noqa: PLC0415
        from orders.management.commands.upkeep import JOBS, once_a_day  # noqa: PLC0415

        JOBS["volunteer(s) of past dates erased"] = once_a_day(erase_names)
