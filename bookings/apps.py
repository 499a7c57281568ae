from django.apps import AppConfig


class BookingsConfig(AppConfig):
    name = "bookings"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415

        WRITERS["seats_offered"] = "bookings.offer_mails.render_seats_offered"
