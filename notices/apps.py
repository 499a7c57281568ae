from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from outbox.messages import WRITERS  # noqa: PLC0415

        WRITERS["mail"]["discord_off"] = "notices.services.send_outbox.write_discord_off"
        WRITERS["mail"]["reminder"] = "notices.mails.write_reminder"
        WRITERS["mail"]["guest_reminder"] = "notices.mails.write_guest_reminder"
        WRITERS["mail"]["date_message"] = "notices.mails.write_message"
        WRITERS["mail"]["evening_at_place"] = "notices.place_mails.write_evening"
        WRITERS["mail"]["guest_message"] = "notices.mails.write_message"
