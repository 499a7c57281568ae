"""Create signed-in buyers and print their sessions: `python -m tests.support.crowd 100 [Ana Diaz]`."""

import json
import sys

import django

PASSWORD = "a few random words"


def make_crowd(number: int, first_name: str = "", last_name: str = "") -> list[str]:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: PLC0415
    from django.contrib.auth.hashers import make_password  # noqa: PLC0415
    from django.db.models import Max  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415 - Django has to be set up before
    from accounts.sessions import SessionStore  # noqa: PLC0415

    first = User.objects.aggregate(latest=Max("pk", default=0))["latest"] + 1  # some of an earlier crowd may be deleted
    same = {"last_name": last_name, "password": make_password(PASSWORD)}
    users = User.objects.bulk_create(
        User(email=f"buyer{n}@example.com", first_name=first_name or f"Buyer {n}", **same)
        for n in range(first, first + number)
    )
    keys = []
    for user in users:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        keys.append(str(session.session_key))
    return keys


if __name__ == "__main__":
    django.setup()
    print(json.dumps(make_crowd(int(sys.argv[1]), *sys.argv[2:])))
