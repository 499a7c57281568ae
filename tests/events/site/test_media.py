"""Pictures: sending them in and getting them back."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from rest_framework.test import APIClient

from tests.support.factories import EventFactory

NAME = "events/0123456789abcdef0123456789abcdef.jpg"


@pytest.fixture(autouse=True)
def storage(tmp_path: Any, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def a_picture(form: str = "PNG", size: tuple[int, int] = (400, 225)) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, "green").save(file, form)
    return file.getvalue()


def upload(client: APIClient, content: bytes, name: str = "night.png", path: str = "/api/upload") -> Any:
    return client.post(path, {"image": SimpleUploadedFile(name, content)}, format="multipart")


def fetch(client: Client, path: str) -> tuple[Any, bytes]:
    """The answer, and what it streams."""
    answer: Any = client.get(path)
    body = b"".join(answer.streaming_content)
    return answer, body


# --- Getting them ----------------------------------------------------------------------------------------------------


def test_a_stored_picture_is_streamed_for_good(client: Client) -> None:
    default_storage.save(NAME, ContentFile(b"jpeg bytes"))

    answer, body = fetch(client, f"/media/{NAME}")

    assert body == b"jpeg bytes"
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"] == "inline"
    assert answer["Content-Security-Policy"].endswith("frame-ancestors 'none'; sandbox")


def test_a_name_without_a_hash_lives_briefly(client: Client) -> None:
    default_storage.save("logo.webp", ContentFile(b"webp"))

    answer, _ = fetch(client, "/media/logo.webp")

    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/webp", "public, max-age=3600")


@pytest.mark.parametrize(
    "path",
    [
        "", "events", "events/", "events/none.jpg", "../settings.py", "events/../../secret.jpg", "%2e%2e/secret.jpg",
        "..%2fsecret.jpg", "/etc/passwd", "events/page.html", "events/drawing.svg", ".hidden.jpg", "a\\b.jpg",
        "a%00.jpg",
    ],
)  # fmt: skip
def test_nothing_but_pictures_of_the_storage_is_found(client: Client, tmp_path: Any, path: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"outside")
    for name in ("events/page.html", "events/drawing.svg", ".hidden.jpg"):
        default_storage.save(name, ContentFile(b"inside"))

    assert client.get(f"/media/{path}").status_code == 404


# --- Sending them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload/", "/api/upload/products/new"])
def test_an_upload_answers_an_address_that_an_event_takes(as_admin: APIClient, path: str) -> None:
    event = EventFactory()

    answer = upload(as_admin, a_picture(), path=path)

    image = answer.json()["image"]
    assert (answer.status_code, answer.json()["message"]) == (201, "Image uploaded.")
    assert fetch(as_admin, image)[1].startswith(b"\xff\xd8")
    saved = as_admin.put(f"/api/products/{event.public_id}", {"image": image}, format="json")
    assert saved.json()["image"] == image
    emptied = as_admin.put(f"/api/products/{event.public_id}", {"image": ""}, format="json")
    assert emptied.json()["image"] == ""


def test_an_event_keeps_its_picture_though_the_file_is_gone(as_admin: APIClient) -> None:
    event = EventFactory(image=NAME)

    kept = as_admin.put(f"/api/products/{event.public_id}", {"image": f"/media/{NAME}"}, format="json")
    other = as_admin.put(f"/api/products/{event.public_id}", {"image": "/media/events/other.jpg"}, format="json")

    assert (kept.status_code, other.status_code) == (200, 400)


def test_only_admins_upload(as_nobody: APIClient, as_visitor: APIClient) -> None:
    assert upload(as_nobody, a_picture()).status_code == 401
    assert upload(as_visitor, a_picture()).status_code == 403


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 415), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415), (b"GIF89a", 415), (a_picture()[:200], 400)],
)
def test_what_is_no_picture_is_refused_with_a_sentence(as_admin: APIClient, content: bytes, status: int) -> None:
    answer = upload(as_admin, content)

    assert answer.status_code == status
    assert answer.json()["message"]
    assert "image" in answer.json()["errors"]


def test_an_upload_needs_a_file_in_a_form(as_admin: APIClient) -> None:
    assert as_admin.post("/api/upload", {}, format="multipart").status_code == 400
    assert as_admin.post("/api/upload", {"image": "text"}, format="multipart").status_code == 400
    assert as_admin.post("/api/upload", {"image": "x"}, format="json").status_code == 415
