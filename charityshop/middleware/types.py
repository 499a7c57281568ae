"""The type that every middleware shares."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]
