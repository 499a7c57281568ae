from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import pre_delete


class DiscountsConfig(AppConfig):
    name = "discounts"

    def ready(self) -> None:
        pre_delete.connect(unlink_membership, sender=settings.AUTH_USER_MODEL, dispatch_uid="membership")


def unlink_membership(instance: Any, **kwargs: object) -> None:
    """For accounts without orders, which staff delete: an app below this one does that."""
    from discounts.services.memberships import unlink_deleted  # noqa: PLC0415 - imports models

    unlink_deleted(user=instance)
