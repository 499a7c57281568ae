"""The console shows all columns of all tables, except those listed here."""

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets

from tests.e2e.console.test_console import MODELS
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db
NOT_AS_THEY_ARE = {
    "public_id": "the page's title",
    "changed_at": "for caches",
    "shipping_address": "formatted",
    "billing_address": "formatted",
    "lines_digest": "for the database, which compares it with the lines",
    "session_generation": "a secret, as the next ones",
    "session_data": "",
    "secret": "",
    "last_step": "",
    "mark": "",
    "encoded": "",
    "code": "admits people, like the next one",
    "h": "",
    "key_hash": "secrets of the door, as the next ones",
    "pin_hmac": "",
    "token_hash": "",
    "secret_hash": "",
    "discord_address": "a secret; the page says whether there is one",
    "discord_problem": "",
    "digest": "by which an entry is known again",
    "revision": "counts changes, for calendars",
    "text": "unless it is secret",
    "html": "the text again",
    "attachments": "by their names",
    "unsubscribe_url": "a link that works without signing in",
    "about": "what the text is written from",
    "is_secret": "shown instead of the text",
    "logo": "as the image, like the next ones",
    "logo_width": "",
    "logo_height": "",
    "shared_picture": "",
}


def test_the_console_shows_all_columns_except_secrets(rf):
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
