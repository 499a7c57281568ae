from django.apps import AppConfig
from django.utils import timezone


class RecapsConfig(AppConfig):
    name = "recaps"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from bookings.selectors.asked_dates import DESCRIBERS  # noqa: PLC0415
        from changes.management.commands.upkeep import JOBS, once_a_day  # noqa: PLC0415
        from outbox.messages import WRITERS  # noqa: PLC0415
        from recaps.posts import describe_for_previews  # noqa: PLC0415
        from recaps.services import erase_answers, send_recaps  # noqa: PLC0415

        JOBS["thank-you email(s) written"] = lambda: send_recaps(now=timezone.now())
        JOBS["old answer(s) about dates erased"] = once_a_day(erase_answers)
        WRITERS["mail"]["recap"] = WRITERS["mail"]["guest_recap"] = "recaps.mails.write_recap"
        WRITERS["discord"]["recap"] = "recaps.posts.write_recap"
        DESCRIBERS.append(describe_for_previews)
