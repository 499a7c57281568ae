"""What two servers must share: limits, images, metrics and the seats that are left."""

import re
from io import BytesIO

import pytest
import requests
from PIL import Image
from prometheus_client.parser import text_string_to_metric_families

from tests.resilience.grown.conftest import METRICS_TOKEN
from tests.support.servers.running_shop import Client
from tests.support.shopping import Shopper, next_week
from tests.support.waiting import eventually

READ_AT = r'"at": \d+'  # when a page's first data were read
WRONG = {"email": "nobody@example.com", "password": "not the password"}


def make_image() -> bytes:
    file = BytesIO()
    Image.new("RGB", (640, 360), "green").save(file, "PNG")
    return file.getvalue()


def test_wrong_passwords_at_both_servers_count_together_and_outside_the_database(shop):
    answers = [Client(url).call("POST", "/api/users/auth", WRONG).status_code for url in shop.urls * 6]

    assert answers == [401] * 10 + [429] * 2
    assert shop.rows("SELECT count(*) FROM charityshop_counter") == [(0,)]


def test_an_image_uploaded_to_one_server_is_served_by_the_other(shop, bucket):
    staff = shop.as_staff()

    files = {"image": ("event.png", make_image(), "image/png")}
    answer, again = (staff.http.post(f"{shop.urls[0]}/api/upload", files=files) for _ in range(2))
    path = answer.json()["image"]
    shown = requests.get(f"{shop.urls[1]}{path}", timeout=10)

    assert answer.status_code == again.status_code == 201
    assert again.json()["image"] == path, "it is stored once"
    assert (shown.status_code, shown.headers["Content-Type"]) == (200, "image/jpeg")
    assert "immutable" in shown.headers["Cache-Control"]
    assert Image.open(BytesIO(shown.content)).size == (640, 360)
    assert path.removeprefix("/media/") in {stored.key for stored in bucket[0].objects.all()}
    assert not (shop.folder / "media").exists()
    assert requests.get(f"{shop.urls[1]}/media/events/{'0' * 32}.jpg", timeout=10).status_code == 404


def test_seats_sold_at_one_server_are_taken_at_the_other(shop):
    event = shop.add_event(name="Friday Draft", price=12, countInStock=5, **next_week())
    seats = [f"{url}/api/bookings?productId={event['_id']}" for url in shop.urls]
    pages = [f"{url}/api/products/{event['_id']}" for url in shop.urls]

    def seats_left(addresses: list[str]) -> list[int]:
        return [requests.get(address, timeout=10).json()["countInStock"] for address in addresses]

    before = seats_left(seats), seats_left(pages)
    (buyer,) = shop.crowd(1)
    Shopper(shop, buyer).buy(event, seats=2)

    assert before == ([5, 5], [5, 5])
    assert seats_left(seats) == [3, 3]
    assert eventually(lambda: seats_left(pages) == [3, 3])  # cached for five seconds in each process


def test_the_metrics_of_a_server_add_up_all_its_workers(shop):
    def count_requests() -> float:
        answer = requests.get(f"{shop.url}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"}, timeout=10)
        families = text_string_to_metric_families(answer.text)
        samples = [sample for family in families for sample in family.samples if sample.name == "shop_requests_total"]
        return sum(sample.value for sample in samples if sample.labels["route"] == "healthz")

    before = count_requests()
    for _ in range(20):
        requests.get(f"{shop.url}/healthz", timeout=10)

    assert count_requests() == before + 20


def test_without_redis_sign_in_is_refused_and_events_are_shown(shop, redis_server):
    redis_server.stop()
    try:
        refused = shop.client().call("POST", "/api/users/auth", WRONG | {"email": "other@example.com"})
        shown = shop.client().call("GET", "/api/products")
    finally:
        redis_server.start()

    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    assert shown.status_code == 200
    assert shop.client().call("POST", "/api/users/auth", WRONG | {"email": "other@example.com"}).status_code == 401


@pytest.mark.parametrize("path", ["/", "/api/products", "/about"])
def test_both_servers_send_the_same_pages(shop, path):
    assert requests.get(shop.urls[0] + path, timeout=10).status_code == 200
    one, other = (requests.get(url + path, timeout=10).text for url in shop.urls)
    assert re.sub(READ_AT, "", one) == re.sub(READ_AT, "", other)
