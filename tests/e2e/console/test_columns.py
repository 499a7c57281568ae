"""The console hides nothing: a new column of a table is shown, or named here with what stands for it."""

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets

from tests.e2e.console.test_console import MODELS
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db
NOT_AS_THEY_ARE = {
    "public_id": "the page's title",
    "changed_at": "for caches",
    "shipping_address": "in words",
    "billing_address": "in words",
    "lines_digest": "for the database, which compares it with the lines",
    "session_generation": "a secret, as the next ones",
    "session_data": "",
    "secret": "",
    "last_step": "",
    "mark": "",
    "encoded": "",
    "text": "unless it is secret",
    "html": "the text again",
    "attachments": "by their names",
    "about": "what the text is written from",
    "is_secret": "said in place of the text",
    "logo": "as the picture, like the next ones",
    "logo_width": "",
    "logo_height": "",
    "shared_picture": "",
}


def test_a_table_shows_every_column_but_for_secrets_and_what_is_told_in_another_way(rf):
    request = rf.get("/admin-console/")
    request.user = UserFactory(is_staff=True, is_superuser=True)
    hidden = {
        f"{model.__name__}.{field.name}"
        for model in MODELS
        if (console := admin.site._registry.get(model))
        for field in model._meta.concrete_fields
        if field.name not in flatten_fieldsets(console.get_fieldsets(request, model()))
        if not field.primary_key and field.name not in NOT_AS_THEY_ARE
    }
    assert hidden == set()
