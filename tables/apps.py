from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from outbox.messages import WRITERS  # noqa: PLC0415

        WRITERS["discord"]["round"] = "tables.posts.write_round"
