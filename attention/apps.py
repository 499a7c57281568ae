from django.apps import AppConfig


class AttentionConfig(AppConfig):
    name = "attention"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from outbox.messages import WRITERS  # noqa: PLC0415

        WRITERS["mail"]["day_sales"] = "attention.mails.write_day_sales"
