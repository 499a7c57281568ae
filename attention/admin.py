"""Alerts about payments in the admin site, to mark as done."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from attention.services.mark_as_done import mark_as_done
from orders.admin import OperatorAdmin
from payments.models import PaymentAlert


@admin.register(PaymentAlert)
class PaymentAlertAdmin(OperatorAdmin):
    list_filter = [("resolved_at", admin.EmptyFieldListFilter), "kind"]
    actions = ["resolve"]

    @admin.action(description="Mark as done", permissions=["act"])
    def resolve(self, request: HttpRequest, alerts: QuerySet[PaymentAlert]) -> None:
        for alert in alerts:
            mark_as_done(item_id=alert.public_id, by=self.get_actor(request))
