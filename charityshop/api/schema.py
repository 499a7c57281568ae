"""Hooks and common components of the OpenAPI schema."""

from collections.abc import Iterable
from typing import Any, Literal

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import AllowAny

from charityshop.api.permissions import ApiSessionAuthentication

Endpoint = tuple[str, str, str, Any]  # path, its pattern, method, view
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A random key: repeating the request with it returns the first result instead of doing it again.",
)


class ApiSchema(AutoSchema):
    """Add the refusals that follow from a view: of input, permissions, lookups by path and throttles.

    What a view declares besides with `refusals` is what its services refuse.
    """

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        for code in map(str, self.list_refusals() - set(map(int, bodies))):
            bodies[code] = self._get_response_for_code(ApiErrorBodySerializer, code)  # type: ignore[no-untyped-call]
        return dict(sorted(bodies.items()))

    def list_refusals(self) -> set[int]:
        found = {code for permission in self.view.get_permissions() for code in get_permission_refusals(permission)}
        has_body = self._get_request_body()  # type: ignore[no-untyped-call]
        if has_body or any(parameter["in"] == "query" for parameter in self._get_parameters()):
            found.add(400)
        if "{" in self.path:
            found.add(404)
        if self.view.get_throttles():
            found.add(429)
        return found


def get_permission_refusals(permission: Any) -> tuple[int, ...]:
    """Return the statuses that a permission refuses with. Each class of the shop's says them in `refuses_with`."""
    return () if isinstance(permission, AllowAny) else permission.refuses_with


def strip_trailing_slashes(endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    """Describe paths without the trailing slash, which is optional. In drf-spectacular's PREPROCESSING_HOOKS."""
    return [(path.rstrip("/"), pattern, method, view) for path, pattern, method, view in endpoints]


def replace_one_of(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Replace `oneOf` by `anyOf`, because a response may match several components. In POSTPROCESSING_HOOKS.

    For example, an empty page of events is also an empty page of dates.
    """
    for component in result["components"]["schemas"].values():
        if "oneOf" in component:
            component["anyOf"] = component.pop("oneOf")
    return result


def share_refusals(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Describe refusals, which are alike everywhere, once. In POSTPROCESSING_HOOKS."""
    refusal = {
        "description": "A refusal.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ApiErrorBody"}}},
    }
    for operation in (operation for path in result["paths"].values() for operation in path.values()):
        for status, response in operation["responses"].items():
            if response.get("content") == refusal["content"]:
                operation["responses"][status] = {"$ref": "#/components/responses/Refusal"}
    result["components"]["responses"] = {"Refusal": refusal}
    return result


class ApiSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the session cookie as the API's authentication. drf-spectacular registers the class by itself."""

    target_class = ApiSessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class MessageSerializer(serializers.Serializer[dict[str, str]]):
    """A response that contains only a message."""

    message = serializers.CharField()


class ApiErrorBodySerializer(serializers.Serializer[dict[str, object]]):
    """An error. Some errors have more keys, with data for offering alternatives."""

    message = serializers.CharField(help_text="A sentence for users.")
    code = serializers.CharField(required=False, help_text="A snake_case identifier for programs.")
    errors = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), required=False, help_text="Messages by field."
    )  # type: ignore[assignment]  # DRF stores declared fields apart from its own `errors` property
    by = serializers.CharField(required=False, help_text="Of a 409 `changed`: who changed it. Empty: not known.")
    at = serializers.DateTimeField(required=False, allow_null=True, help_text="When.")
    current = serializers.DictField(required=False, help_text="The stored values, by the names of the form's fields.")


def refusals(*statuses: int) -> dict[int, type[ApiErrorBodySerializer]]:
    """Return error responses with these statuses, for extend_schema(responses=…), if `ApiSchema` does not know them."""
    return dict.fromkeys(statuses, ApiErrorBodySerializer)
