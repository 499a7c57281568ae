from django.apps import AppConfig


class ShopConfig(AppConfig):
    name = "charityshop"
    verbose_name = "Shop"
