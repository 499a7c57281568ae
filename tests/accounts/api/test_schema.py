"""The schema of the accounts' API."""

import pytest
from drf_spectacular.drainage import reset_generator_stats
from drf_spectacular.generators import SchemaGenerator


@pytest.fixture(scope="module")
def description():
    return SchemaGenerator().get_schema(request=None, public=True)


def test_paths_are_described_without_the_optional_slash(description):
    calls = {path: sorted(item) for path, item in description["paths"].items() if path.startswith("/api/users")}

    assert calls == {
        "/api/users": ["get", "post"],
        "/api/users/auth": ["post"],
        "/api/users/logout": ["post"],
        "/api/users/logout-everywhere": ["post"],
        "/api/users/profile": ["delete", "get", "put"],
        "/api/users/sessions": ["delete", "get"],
        "/api/users/second-factor": ["delete", "get", "post", "put"],
        "/api/users/second-factor/recovery-codes": ["post"],
        "/api/users/{public_id}/second-factor": ["delete"],
        "/api/users/sessions/{public_id}": ["delete"],
        "/api/users/profile/data": ["get"],
        "/api/users/profile/membership": ["get", "post"],
        "/api/users/{public_id}/data": ["get"],
        "/api/users/reset-password": ["put"],
        "/api/users/change-password": ["put"],
        "/api/users/forgot-password": ["post"],
        "/api/users/set-password": ["post"],
        "/api/users/{public_id}": ["delete", "get", "put"],
    }


def test_components_have_the_names_that_the_react_app_uses(description):
    parts = description["components"]["schemas"]

    assert list(parts["UserInfo"]["properties"]) == [
        "_id",
        "firstName",
        "lastName",
        "email",
        "isAdmin",
        "requiresPasswordReset",
        "mustSetUpSecondFactor",
        "reminders",
    ]
    assert list(parts["User"]["properties"]) == [*parts["UserInfo"]["properties"], "isDeactivated", "isReadOnly"]
    assert list(parts["UserList"]["properties"]) == ["users", "page", "pages", "total"]
    optional = {"mustSetUpSecondFactor", "reminders", "isReadOnly"}
    assert {*parts["User"]["properties"]} - {*parts["User"]["required"]} == optional
    assert {"SignInRequest", "RegisterRequest", "ProfileRequest", "EditUserRequest", "ApiErrorBody"} <= set(parts)


@pytest.mark.parametrize(
    ("path", "method", "statuses"),
    [
        ("/api/users/auth", "post", ["200", "400", "401", "403", "429", "503"]),
        ("/api/users", "post", ["201", "400", "409", "429", "503"]),
        ("/api/users/{public_id}", "put", ["200", "400", "401", "403", "404", "409", "429"]),
    ],
)
def test_all_errors_are_described(description, path, method, statuses):
    assert sorted(description["paths"][path][method]["responses"]) == statuses


def test_generating_the_schema_gives_no_warning(capsys):
    reset_generator_stats()

    SchemaGenerator().get_schema(request=None, public=True)

    assert "accounts" not in capsys.readouterr().err
