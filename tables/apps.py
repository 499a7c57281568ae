from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from changes.services.delete_account import ERASERS  # noqa: PLC0415
        from outbox.messages import WRITERS  # noqa: PLC0415
        from payments.selectors.personal_rows import EXPORTERS  # noqa: PLC0415
        from tables.services.personal_data import erase_typed_names, export_seats  # noqa: PLC0415

        ERASERS.append(erase_typed_names)
        WRITERS["discord"]["round"] = "tables.posts.write_round"
        EXPORTERS["tables"] = export_seats
