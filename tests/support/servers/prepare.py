"""Migrate the shop's database and add a member of staff: `python -m tests.support.servers.prepare`, in one start."""

import django

STAFF = {"email": "staff@example.com", "password": "a few random words"}


def prepare() -> None:
    from django.core.management import call_command  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415 - Django has to be set up before

    call_command("migrate", verbosity=0)
    call_command("createcachetable")
    User.objects.create_superuser(**STAFF, first_name="Sam", last_name="Staff")


if __name__ == "__main__":
    django.setup()
    prepare()
