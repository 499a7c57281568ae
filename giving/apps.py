from django.apps import AppConfig


class GivingConfig(AppConfig):
    name = "giving"
