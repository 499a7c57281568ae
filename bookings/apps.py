from importlib import import_module

from django.apps import AppConfig

from charityshop.forking import LOADERS


class BookingsConfig(AppConfig):
    name = "bookings"

    def ready(self) -> None:
        LOADERS.append(lambda: import_module("icalendar"))
