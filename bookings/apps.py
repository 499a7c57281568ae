from django.apps import AppConfig


class BookingsConfig(AppConfig):
    name = "bookings"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from charityshop.discord.posting import WRITERS as POSTS  # noqa: PLC0415
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415

        POSTS["event_published"] = "bookings.posts.write_event_published"
        POSTS["seats_free"] = "bookings.posts.write_seats_free"
        POSTS["date_moved"] = "bookings.posts.write_date_moved"
        POSTS["date_canceled"] = "bookings.posts.write_date_canceled"
        WRITERS["seats_offered"] = "bookings.mails.render_seats_offered"
        WRITERS["dates_moved"] = "bookings.mails.refuse_without_seats"
        WRITERS["seat_claimed"] = "bookings.guest_mails.render_seat_claimed"
        WRITERS["guest_ticket"] = "bookings.guest_mails.render_guest_ticket"
        WRITERS["guest_new_time"] = "bookings.guest_mails.refuse_without_guest"
