"""Parts of the OpenAPI schema that all calls share."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers

from charityshop.api.authentication import SessionSignIn

Endpoint = tuple[str, str, str, Any]  # path, its pattern, method, view


def without_slashes(endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    """drf-spectacular's PREPROCESSING_HOOKS: the slash at the end is optional, and described without it."""
    return [(path.rstrip("/"), pattern, method, view) for path, pattern, method, view in endpoints]


def any_of(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """drf-spectacular's POSTPROCESSING_HOOKS: of several shapes an answer may fit more than one.

    An empty page of events is an empty page of dates too, which `oneOf` would forbid.
    """
    for shape in result["components"]["schemas"].values():
        if "oneOf" in shape:
            shape["anyOf"] = shape.pop("oneOf")
    return result


class SessionSignInScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the session cookie as the API's authentication. drf-spectacular registers the class by itself."""

    target_class = SessionSignIn
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class MessageSerializer(serializers.Serializer[dict[str, str]]):
    """The answer of a call that has nothing else to say."""

    message = serializers.CharField()


class ApiErrorBodySerializer(serializers.Serializer[dict[str, object]]):
    """Every refusal; some carry further keys that a screen needs to offer a way out."""

    message = serializers.CharField(help_text="One sentence for people.")
    code = serializers.CharField(required=False, help_text="One snake_case word for programs.")
    errors = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), required=False, help_text="Sentences by field."
    )  # type: ignore[assignment]  # a field of that name; DRF keeps declared fields apart from its own `errors`


def refusals(*statuses: int) -> dict[int, type[ApiErrorBodySerializer]]:
    """For extend_schema(responses=…): the statuses that a call may refuse with."""
    return dict.fromkeys(statuses, ApiErrorBodySerializer)
