from django.apps import AppConfig


class RecapsConfig(AppConfig):
    name = "recaps"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from bookings.selectors.asked_dates import DESCRIBERS  # noqa: PLC0415
        from outbox.messages import WRITERS  # noqa: PLC0415
        from recaps.posts import describe_for_previews  # noqa: PLC0415

        WRITERS["mail"]["recap"] = WRITERS["mail"]["guest_recap"] = "recaps.mails.write_recap"
        WRITERS["discord"]["recap"] = "recaps.posts.write_recap"
        DESCRIBERS.append(describe_for_previews)
