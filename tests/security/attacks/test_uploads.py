"""Uploads with hostile names, forms and content are stored as plain images or refused in JSON."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.events.images import encode

STORED = re.compile(r"/media/events/[0-9a-f]{32}\.jpg")
MARK = b"<script>ran()</script><?php system($_GET[0]); ?>"
NAMES = [
    "../../../../etc/passwd.png", "..\\..\\x.png", "/etc/cron.d/x.png", "C:\\x.png", "a/b/c.png", "a\0.png",
    "x.png\0.html", "x.html", "x.svg", "x.php", "x.png.exe", ".htaccess", "con.png", "\u202egnp.exe",
    "<script>ran()</script>.png",
    "x\r\nX-Evil: 1.png", "'; drop table.png", "$(sleep 5).png", "%2e%2e%2fx.png", "x" * 300 + ".png", " .png",
    "🏴.png",
]  # fmt: skip
CUT = b'--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG'
FORMS = {
    "cut off": CUT,
    "no end": CUT + b"\r\n",
    "no boundary in it": b"hello",
    "nothing": b"",
    "a text in the file's place": CUT.split(b"; filename")[0] + b"\r\n\r\n/etc/passwd\r\n--x--\r\n",
    "a file of no bytes": CUT[:-4] + b"\r\n--x--\r\n",
    "another field": CUT.replace(b'"image"', b'"other"') + b"\r\n--x--\r\n",
    "300 fields": b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n' * 300 + b"--x--\r\n",
    "150 files": (CUT.replace(b'"image"', b'"other"') + b"\r\n") * 150 + b"--x--\r\n",
    "a head without end": b'--x\r\nContent-Disposition: form-data; name="' + b"a" * 100_000,
}


@pytest.fixture(autouse=True)
def media(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def make_image(form: str = "PNG", **options: Any) -> bytes:
    return encode(Image.new("RGB", (220, 210), "green"), form, **options)


def make_polyglots() -> dict[str, bytes]:
    """Return images that contain something else."""
    text = PngInfo()
    text.add_text("Comment", MARK.decode())
    text.add_itxt("XML:com.adobe.xmp", MARK.decode())
    return {
        "PNG followed by a page": make_image() + MARK,
        "JPEG followed by a page": make_image("JPEG") + MARK,
        "WebP followed by a page": make_image("WEBP") + MARK,
        "PNG with a page in its texts": make_image(pnginfo=text),
        "JPEG with a page in its comment": make_image("JPEG", comment=MARK),
        "JPEG with a page in its metadata": make_image("JPEG", exif=b"Exif\0\0" + MARK),
        "WebP with a page in its metadata": make_image("WEBP", xmp=MARK),
        "JPEG followed by an archive": make_image("JPEG") + b"PK\x03\x04" + MARK + b"PK\x05\x06" + b"\0" * 18,
        "PNG followed by a document": make_image() + b"%PDF-1.7\n" + MARK,
        "JPEG with a page in its profile": make_image("JPEG", icc_profile=MARK * 5),
    }


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:30])
def test_a_files_name_has_no_effect(as_admin: Any, media: Path, name: str) -> None:
    upload = SimpleUploadedFile("x", make_image(), "text/html")
    upload.__dict__["_name"] = name  # unchanged; Django's class would sanitize it

    answer = as_admin.post("/api/upload", {"image": upload}, format="multipart")

    if answer.status_code == 201:
        assert STORED.fullmatch(answer.json()["image"])
        files = [file for file in media.parent.rglob("*") if file.is_file()]
        assert files
        assert all(file.parent == media / "events" and file.suffix in (".jpg", ".webp", ".avif") for file in files)
    else:
        assert answer.status_code == 400
        assert answer.json()["message"]


@pytest.mark.parametrize("name", make_polyglots())
def test_only_pixels_are_stored(as_admin: Any, media: Path, name: str) -> None:
    upload = SimpleUploadedFile("event.png", make_polyglots()[name])

    answer = as_admin.post("/api/upload", {"image": upload}, format="multipart")

    assert answer.status_code == 201, answer.content
    for file in (media / "events").iterdir():
        content = file.read_bytes()
        assert b"script" not in content
        assert b"<?php" not in content
        with Image.open(file) as image:
            image.verify()


@pytest.mark.parametrize("name", FORMS)
def test_broken_forms_are_refused_and_store_nothing(as_admin: Any, media: Path, name: str) -> None:
    answer = as_admin.generic("POST", "/api/upload", FORMS[name], content_type="multipart/form-data; boundary=x")

    assert 400 <= answer.status_code < 500
    assert answer.json()["message"]
    assert not media.exists()
