"""The proxy refuses bodies that are too large, before it reads them and without calling the shop."""

import json
import os
from collections.abc import Callable
from io import BytesIO

import pytest
import requests
from PIL import Image

from tests.support.connection import Connection
from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import STAFF, RunningShop
from tests.support.waiting import eventually

Connect = Callable[..., Connection]
HOST, JSON = "Host: localhost", "Content-Type: application/json"
MAX_UPLOAD, MAX_BODY = 11 * 1024 * 1024, 60 * 1024  # bytes; of staff's images, and of everything else
PATHS = ["/api/users", "/api/upload", "/about", "/admin-console/charityshop/shopsettings/1/change/"]
SETTINGS = PATHS[-1]
MEMBERS = "/api/members/import"


@pytest.fixture
def staff(shop: RunningShop, proxy: RunningProxy) -> requests.Session:
    client = proxy.client()
    client.post(f"{proxy.url}/api/users/auth", json=STAFF, timeout=20).raise_for_status()
    return client


def headers_and_body(response: bytes) -> tuple[str, dict[str, str]]:
    headers, _, body = response.partition(b"\r\n\r\n")
    return headers.decode().lower(), json.loads(body)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("length", [MAX_UPLOAD + 1, 100 * 1024 * 1024, 10**18 - 1])
def test_a_length_above_11_mb_is_refused_after_the_headers(connect: Connect, path: str, length: int) -> None:
    response = connect().send(f"POST {path} HTTP/1.1", HOST, JSON, f"Content-Length: {length}", "").read_all()

    headers, body = headers_and_body(response)
    assert headers.startswith("http/1.1 413 ")
    assert "\r\nx-content-type-options: nosniff" in headers
    assert "frame-ancestors 'none'" in headers
    assert body == {"message": "The request is too large."}


@pytest.mark.parametrize("path", PATHS)
def test_a_chunked_body_is_refused(connect: Connect, path: str) -> None:
    head = [f"POST {path} HTTP/1.1", HOST, JSON, "Transfer-Encoding: chunked"]
    response = connect().send(*head, "", "2", "{}", "0", "").read_all()

    headers, body = headers_and_body(response)
    assert headers.startswith("http/1.1 411 ")
    assert body == {"message": "Send a Content-Length header."}


def test_only_uploads_may_be_large(connect: Connect) -> None:
    head = ["POST /api/users HTTP/1.1", HOST, JSON, "Connection: close"]

    largest = connect().send(*head, f"Content-Length: {MAX_BODY}", "", body=b" " * MAX_BODY).read_all()
    larger = connect().send(*head, f"Content-Length: {MAX_BODY + 1}", "").read_all()

    assert largest.startswith(b"HTTP/1.1 400 "), "the shop read it"
    assert larger.startswith(b"HTTP/1.1 413 ")


def large_image() -> bytes:
    """Return a JPEG that is larger than other bodies may be."""
    file = BytesIO()
    Image.frombytes("RGB", (800, 800), os.urandom(800 * 800 * 3)).save(file, "JPEG", quality=95)
    return file.getvalue()


def test_staff_upload_a_large_image(proxy: RunningProxy, staff: requests.Session) -> None:
    image = large_image()

    response = staff.post(f"{proxy.url}/api/upload", files={"image": image}, timeout=60)

    assert len(image) > MAX_BODY * 4
    assert response.status_code == 201
    assert proxy.get(response.json()["image"]).headers["Content-Type"] == "image/jpeg"


def test_staff_change_the_shop_settings_with_a_large_logo(proxy: RunningProxy, staff: requests.Session) -> None:
    staff.get(f"{proxy.url}{SETTINGS}", timeout=20).raise_for_status()
    token = next(cookie.value for cookie in staff.cookies if "csrf" in cookie.name.lower())
    fields = {"csrfmiddlewaretoken": token, "name": "Behind a proxy"}

    response = staff.post(
        f"{proxy.url}{SETTINGS}",
        data=fields,
        files={"new_logo": large_image()},
        headers={"Referer": f"{proxy.url}{SETTINGS}"},
        timeout=60,
    )

    assert response.status_code == 200
    assert "Behind a proxy" in response.text, "the form was read"


def test_staff_import_a_large_list_of_members(proxy: RunningProxy, staff: requests.Session) -> None:
    csv = "number,email,valid_until\n" + "".join(f"{n},member{n}@example.com,2099-12-31\n" for n in range(10_000))

    response = staff.post(f"{proxy.url}{MEMBERS}", json={"csv": csv}, timeout=60)

    assert len(csv) > MAX_BODY * 4
    assert (response.status_code, response.json()["added"]) == (200, 10_000)


@pytest.mark.parametrize("path", ["/api/upload", MEMBERS, SETTINGS])
def test_only_staff_can_upload(shop: RunningShop, proxy: RunningProxy, path: str) -> None:
    buyer = proxy.client()
    buyer.cookies.set("__Host-sessionid", shop.crowd(1)[0].http.cookies["sessionid"])
    body = {"files": {"image": b"x" * MAX_BODY * 2}, "timeout": 20}

    assert proxy.client().post(f"{proxy.url}{path}", **body).status_code == 401
    assert buyer.post(f"{proxy.url}{path}", **body).status_code == 403


MADE_UP = "203.0.113.9"


def test_a_visitor_cannot_choose_an_address_or_a_request_id(shop, proxy, connect):
    lines = [f"X-Forwarded-For: {MADE_UP}", "X-Request-ID: mine-0123456789", "Connection: close", ""]

    response = connect().send("GET /nowhere HTTP/1.1", "Host: localhost", *lines).read_all()

    log = shop.folder / "server.log"
    assert eventually(lambda: '127.0.0.1 "GET /nowhere" 404' in log.read_text())
    assert MADE_UP not in log.read_text()
    assert b"mine-0123456789" not in response
