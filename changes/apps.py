from django.apps import AppConfig


class ChangesConfig(AppConfig):
    name = "changes"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from outbox.messages import WRITERS  # noqa: PLC0415

        WRITERS["mail"]["canceled_choice"] = "changes.services.date_changes.date_mails.write_choice"
        WRITERS["mail"]["date_back"] = "changes.services.date_changes.date_mails.write_back"
        WRITERS["mail"]["date_changed"] = "changes.services.date_changes.date_mails.write_news"
        WRITERS["mail"]["moved_choice"] = "changes.services.date_changes.date_mails.write_choice"
