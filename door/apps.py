from django.apps import AppConfig


class DoorConfig(AppConfig):
    name = "door"
