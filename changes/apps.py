from django.apps import AppConfig


class ChangesConfig(AppConfig):
    name = "changes"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415

        WRITERS["date_off"] = "changes.services.date_changes.date_mails.write_choice"
        WRITERS["date_moved"] = "changes.services.date_changes.date_mails.write_choice"
        WRITERS["reminder"] = "changes.mails.render_reminder"
        WRITERS["guest_reminder"] = "changes.mails.render_guest_reminder"
        WRITERS["date_message"] = "changes.mails.render_message"
        WRITERS["guest_message"] = "changes.mails.render_message"
