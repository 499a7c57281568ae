from django.apps import AppConfig


class RecapsConfig(AppConfig):
    name = "recaps"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from changes.management.commands.upkeep import JOBS, once_a_day  # noqa: PLC0415
        from recaps.services.answers import erase_answers  # noqa: PLC0415

        JOBS["old answer(s) about dates erased"] = once_a_day(erase_answers)
