from django.apps import AppConfig


class RecapsConfig(AppConfig):
    name = "recaps"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from outbox.messages import WRITERS  # noqa: PLC0415

        WRITERS["mail"]["recap"] = WRITERS["mail"]["guest_recap"] = "recaps.mails.write_recap"
        WRITERS["discord"]["recap"] = "recaps.posts.write_recap"
