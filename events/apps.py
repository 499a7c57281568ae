from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"

    def ready(self) -> None:
        # Imported here because they need the models.
        from charityshop.db.triggers import TRIGGERS  # noqa: PLC0415
        from events.triggers import DATE_TRIGGERS  # noqa: PLC0415

        TRIGGERS.extend(DATE_TRIGGERS)
