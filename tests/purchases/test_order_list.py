"""Lists of orders and guests; searches, which find José for "jose"; and limits on expensive requests."""

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from orders.models import Order
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, expire_hold, format_start, get_order
from tests.support.factories import GuestFactory, OccurrenceFactory, SeatLinkFactory, UserFactory
from tests.support.paid_orders import create_test_order


def get_list(client, query=""):
    answer = client.get(f"/api/orders{query}")
    assert answer.status_code == 200, answer.content
    return [order["_id"] for order in answer.json()["orders"]]


def list_ids(*orders):
    return [order["_id"] for order in orders]


def test_all_buyers_orders_are_listed_newest_first(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    orders = [create_order(client, date, seats=1) for client in (as_visitor, as_other_visitor, as_admin)]

    answer = as_admin.get("/api/orders").json()

    assert [order["_id"] for order in answer["orders"]] == list_ids(*reversed(orders))
    assert {key: answer[key] for key in ("page", "pages", "total")} == {"page": 1, "pages": 1, "total": 3}
    assert answer["orders"][2] == as_visitor.get(f"/api/orders/{orders[0]['_id']}").json()


@pytest.mark.parametrize(
    ("field", "ascending"),
    [
        ("_id", [0, 1, 2]),
        ("createdAt", [0, 1, 2]),
        ("user", [0, 2, 1]),
        ("user._id", [0, 2, 1]),
        ("reservations", [0, 2, 1]),
        ("orderItems", [0, 2, 1]),
        ("totalPrice", [2, 1, 0]),
        ("paymentMethod", [1, 0, 2]),
    ],
)
def test_the_list_is_sorted_by_the_displayed_values(as_admin, field, ascending):
    def by(first_name, last_name, prices, method):
        client = signed_in(UserFactory(first_name=first_name, last_name=last_name))
        dates = [OccurrenceFactory(event__price=price) for price in prices]
        return create_order(client, *dates, seats=1, paymentMethod=method)

    orders = [by("ana", "zimmer", ["30"], "Paypal"), by("Ben", "Ode", ["5", "6", "7"], "Card")]
    orders.append(by("ana", "Zorn", ["1", "2"], "Transfer"))
    wanted = list_ids(*(orders[number] for number in ascending))

    assert get_list(as_admin, f"?sortField={field}&sortOrder=asc") == wanted
    assert get_list(as_admin, f"?sortField={field}&sortOrder=desc") == wanted[::-1]


@pytest.mark.parametrize("query", ["sortField=user__password", "sortOrder=up", "pageNumber=0", "status=lost",
                                   "from=Friday", "to=9999-99-99", "keyword=%00", "product=%00"])  # fmt: skip
def test_unknown_parameter_values_are_refused(as_admin, query):
    answer = as_admin.get(f"/api/orders?{query}")

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert query.partition("=")[0] in answer.json()["errors"]


def test_orders_are_found_by_status_and_an_expired_hold_before_that_is_stored(as_admin, as_visitor):
    date = OccurrenceFactory()
    live, expired, written, cancelled = (create_order(as_visitor, date, seats=1) for _ in range(4))
    paid = create_test_order(as_visitor, date)
    as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel")
    expire_hold(expired)
    expire_hold(written)
    Order.objects.filter(public_id=written["_id"]).update(status="expired")

    assert get_list(as_admin, "?status=held") == list_ids(live)
    assert get_list(as_admin, "?status=expired") == list_ids(written, expired)
    assert get_list(as_admin, "?status=held&status=expired") == list_ids(written, expired, live)
    assert get_list(as_admin, "?status=paid") == list_ids(paid)
    assert get_list(as_admin, "?status=cancelled") == list_ids(cancelled)
    assert get_list(as_admin, "?status=refund_due") == []
    assert {row["status"] for row in as_admin.get("/api/orders?status=expired").json()["orders"]} == {"expired"}
    assert list_ids(*as_visitor.get("/api/orders/my_orders").json()) == list_ids(paid, live)


def test_orders_are_found_by_buyer_and_by_id(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    anas, bens = create_order(as_visitor, date), create_order(as_other_visitor, date)

    assert get_list(as_admin, "?keyword=okafor") == list_ids(bens)
    assert get_list(as_admin, "?keyword=BEN%20oka") == list_ids(bens)
    assert get_list(as_admin, "?keyword=ana@example") == list_ids(anas)
    assert get_list(as_admin, f"?keyword={anas['_id'].upper()}") == list_ids(anas)
    assert get_list(as_admin, "?keyword=%25") == []
    assert get_list(as_admin, "?keyword=nobody") == []


def test_orders_are_found_by_when_they_were_placed(as_admin, as_visitor):
    date = OccurrenceFactory()
    old, young = create_order(as_visitor, date), create_order(as_visitor, date)
    three_days_ago = timezone.now() - timedelta(days=3)
    Order.objects.filter(public_id=old["_id"]).update(created_at=three_days_ago)
    day, yesterday = (
        f"{timezone.localtime(when):%Y-%m-%d}" for when in (three_days_ago, timezone.now() - timedelta(days=1))
    )

    assert get_list(as_admin, f"?from={yesterday}") == list_ids(young)
    assert get_list(as_admin, f"?to={yesterday}") == list_ids(old)
    assert get_list(as_admin, f"?from={day}&to={day}") == list_ids(old)
    assert get_list(as_admin, f"?from={day}") == list_ids(young, old)


def test_my_orders_are_a_plain_list_newest_first(as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    first, second = create_order(as_visitor, date), create_order(as_visitor, date)
    create_order(as_other_visitor, date)

    answer = as_visitor.get("/api/orders/my_orders")

    assert answer.status_code == 200
    assert answer.json() == [get_order(as_visitor, order) for order in (second, first)]


def get_names(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    return [each["name"] for each in (found if isinstance(found, list) else found["products"])]


def test_a_filter_that_somebody_types_into_an_embed_ignores_case_and_accents(as_anonymous):
    OccurrenceFactory(event__name="Lantern Night", event__category="Pokémon")
    OccurrenceFactory(event__name="Chess", event__category="Poker")

    assert get_names(as_anonymous, "/api/products?category=pokemon") == ["Lantern Night"]
    assert get_names(as_anonymous, "/api/products?category=poke") == []


@pytest.fixture
def jose(db) -> User:
    return UserFactory(first_name="José", last_name="Díaz-Müller", email="jose@xn--bcher-kva.example")


@pytest.mark.parametrize("keyword", ["DÍAZ jose", "muller", "jose@bücher.example"])
def test_staff_find_buyers_and_users(as_admin, jose, keyword, other_visitor):
    order = create_test_order(signed_in(jose), OccurrenceFactory())
    create_test_order(signed_in(other_visitor), OccurrenceFactory())
    console = Client(SERVER_NAME="localhost")
    console.force_login(UserFactory(last_name="Okafor", is_staff=True, is_superuser=True))

    found = [as_admin.get(f"/api/{rows}", {"keyword": keyword}).json()[rows] for rows in ("orders", "users")]
    assert [[each["_id"] for each in rows] for rows in found] == [[order["_id"]], [jose.public_id]]
    if "bücher" not in keyword:  # the console finds addresses as they are stored
        for page in ("accounts/user", "orders/order"):
            assert console.get(f"/admin-console/{page}/", {"q": keyword}).context["cl"].result_count == 1


@pytest.mark.parametrize("typed", ["C–{}\u200b", "{}"])
def test_staff_find_an_order_by_its_number_with_any_hyphen(as_admin, as_visitor, typed):
    order = create_test_order(as_visitor, OccurrenceFactory())
    create_test_order(as_visitor, OccurrenceFactory())

    found = as_admin.get("/api/orders", {"keyword": typed.format(order["number"].removeprefix("C-").lower())}).json()

    assert [each["_id"] for each in found["orders"]] == [order["_id"]]


def get_guests(client, date, path="guests", **asked):
    return client.get(f"/api/products/{date.event.public_id}/{path}", asked)


def test_the_list_has_paid_held_and_staff_bookings(as_admin, as_visitor, as_other_visitor, admin, date):
    paid = create_test_order(as_visitor, date, seats=3)
    held = create_order(as_other_visitor, date, seats=1)
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": 5}
    assert as_admin.post("/api/bookings", body, format="json").status_code == 201

    found = get_guests(as_admin, date, startTime=format_start(date)).json()

    assert (found["name"], found["startTime"], found["totalReservations"]) == ("Lantern Night", format_start(date), 9)
    assert [(row["firstName"], row["email"], row["reservationSeats"], row["status"]) for row in found["guests"]] == [
        ("Ana", "ana@example.com", 3, "confirmed"),
        ("Ben", "ben@example.com", 1, "pending"),
        ("Sam", "staff@example.com", 5, "confirmed"),
    ]
    assert [row["order"] for row in found["guests"]] == [paid["_id"], held["_id"], None]
    assert [row["orderNumber"] for row in found["guests"]] == [paid["number"], held["number"], None]
    assert [row["orderStatus"] for row in found["guests"]] == ["paid", "held", None]
    assert [row["isTest"] for row in found["guests"]] == [True, False, False]


def test_seats_by_hand_say_why_on_the_list_and_in_its_file(as_admin, date):
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": 1}
    for reason in ({"reason": " Won the\tdraft "}, {}, {"reason": ""}):
        assert as_admin.post("/api/bookings", body | reason, format="json").status_code == 201

    reasons = [row["reason"] for row in get_guests(as_admin, date, startTime=format_start(date)).json()["guests"]]
    assert reasons == ["Won the draft", "No reason given", "No reason given"]
    file = get_guests(as_admin, date, "guests/export", startTime=format_start(date)).getvalue().decode("utf-8-sig")
    assert [row["Reason"] for row in csv.DictReader(io.StringIO(file))] == reasons
    refused = as_admin.post("/api/bookings", body | {"reason": "x" * 81}, format="json")
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["reason"])


def test_the_list_can_be_exported(as_admin, date):
    eve = signed_in(UserFactory(first_name="=Eve", email="eve@example.com"))
    order = create_test_order(eve, date)

    answer = get_guests(as_admin, date, "guests/export", startTime=format_start(date))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    (row,) = csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig")))
    written = [row[name] for name in ("First name", "Email", "Seats", "Order")]
    assert written == ["'=Eve", "eve@example.com", "2", order["_id"]]


def test_friends_have_rows_of_their_own_and_unclaimed_seats_are_the_buyers(as_admin, as_visitor, date):
    order = create_test_order(as_visitor, date, seats=4)
    booking = Booking.objects.get()
    guests = [GuestFactory(booking=booking, email="sam@example.com"), GuestFactory(booking=booking, first_name="Kim")]
    SeatLinkFactory(booking=booking)

    found = get_guests(as_admin, date).json()

    assert found["totalReservations"] == 4
    ana, kim, sam = found["guests"]
    assert (ana["firstName"], ana["reservationSeats"], ana["_id"]) == ("Ana", 2, booking.public_id)
    assert "guestOf" not in ana
    assert (kim["name"], kim["email"]) == ("Kim (guest of Ana Diaz)", "")
    assert sam == ana | {
        "_id": guests[0].public_id,
        "name": "Sam (guest of Ana Diaz)",
        "guestOf": "Ana Diaz",
        "firstName": "Sam",
        "lastName": "",
        "email": "sam@example.com",
        "reservationSeats": 1,
    }
    assert {row["orderNumber"] for row in found["guests"]} == {order["number"]}


# --- Limits: downloads per hour, search terms, rows of a list ---------------------------------------------------------


def test_downloads_are_limited_per_account_and_hour(settings, as_admin, visitor):
    settings.THROTTLES = settings.THROTTLES | {"download": 2}
    event = OccurrenceFactory().event
    user = f"/api/users/{visitor.public_id}/data"
    paths = ["/api/orders/export", f"/api/products/{event.public_id}/guests/export", user]

    def download(client, path):
        answer = client.get(path)
        if answer.streaming:
            list(answer.streaming_content)
        return answer.status_code

    assert [download(as_admin, path) for path in (paths[0], paths[0], *paths)] == [200, 200, 429, 429, 429]
    refused = as_admin.get(paths[0])
    assert refused.json()["code"] == "throttled"
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert download(signed_in(UserFactory(is_staff=True)), paths[0]) == 200
