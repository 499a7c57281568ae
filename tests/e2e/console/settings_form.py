"""Submit the form with the shop settings."""

from typing import Any

from django.test import Client

PAGE = "/admin-console/charityshop/shopsettings/1/change/"


def save(console: Client, **changes: Any) -> Any:
    """Submit the form with these changes."""
    form = console.get(PAGE).context["adminform"].form
    filled = {name: form[name].value() or "" for name in form.fields}
    return console.post(PAGE, {name: value for name, value in (filled | changes).items() if value is not False})


def errors_of(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def public(path: str = "/about") -> str:
    return Client(SERVER_NAME="localhost").get(path).content.decode()
