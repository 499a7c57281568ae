from django.apps import AppConfig


class BookingsConfig(AppConfig):
    name = "bookings"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from outbox.messages import WRITERS  # noqa: PLC0415

        WRITERS["discord"]["event_published"] = "bookings.posts.write_event_published"
        WRITERS["discord"]["seats_free"] = "bookings.posts.write_seats_free"
        WRITERS["discord"]["date_moved"] = "bookings.posts.write_date_moved"
        WRITERS["discord"]["date_canceled"] = "bookings.posts.write_date_canceled"
        WRITERS["mail"]["seats_offered"] = "bookings.mails.write_seats_offered"
        WRITERS["mail"]["waiting_date_moved"] = "bookings.mails.write_waiting_date_moved"
        WRITERS["mail"]["date_canceled"] = "bookings.mails.write_date_canceled"
        WRITERS["mail"]["dates_moved"] = "bookings.mails.write_dates_moved"
        WRITERS["mail"]["calendar_corrected"] = "bookings.mails.write_dates_moved"
        WRITERS["mail"]["guest_calendar_corrected"] = "bookings.guest_mails.write_new_time"
        WRITERS["mail"]["seat_claimed"] = "bookings.guest_mails.write_seat_claimed"
        WRITERS["mail"]["seat_given_back"] = "bookings.guest_mails.write_seat_given_back"
        WRITERS["mail"]["guest_ticket"] = "bookings.guest_mails.write_guest_ticket"
        WRITERS["mail"]["guest_new_time"] = "bookings.guest_mails.write_new_time"
        WRITERS["mail"]["guest_seat_gone"] = "bookings.guest_mails.write_seat_gone"
