from django.apps import AppConfig


class WaitingConfig(AppConfig):
    name = "waiting"
