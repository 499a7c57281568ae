"""Whoever may close the evening can count its drawer until then, without a till."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from door.models import Drawer, Link, Move, Night
from events.models import Occurrence
from tests.conftest import signed_in
from tests.door.phones import format_time
from tests.door.till_calls import Phone, build_cash, build_sale, get_night
from tests.orders.consistency import check_books
from tests.support.factories import in_days

pytestmark = pytest.mark.django_db


class Staff:
    """The organizer's page of a door."""

    def __init__(self, client, night):
        self.client, self.night = client, night

    def post(self, path, **body):
        return self.client.post(f"/api/door/nights/{self.night}/{path}", body, format="json")

    def count(self, name, total, **more):
        return self.post("drawer/counts", name=name, total=total, **more)


@pytest.fixture
def staff(as_admin, night):
    return Staff(as_admin, night)


def end_date():
    """The date ended a day ago, so that only a till with an open drawer is signed in."""
    Occurrence.objects.update(starts_at=in_days(-1, hours=-3), ends_at=in_days(-1))


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def test_a_till_keeps_its_link_until_its_drawer_is_closed(night, till, staff):
    till.sell(given=20)
    end_date()

    assert till.count("Ana", 63.8).status_code == 200
    assert till.count("Ben", 63.8).json()["difference"] == 0
    assert till.post("drawer/close").status_code == 200

    assert refusal(till.client.get("/api/door/list")) == (401, "door_signed_out")
    assert staff.post("close", force=True).status_code == 200


def test_a_new_till_can_count_a_drawer_whose_date_is_over(as_admin, night, till):
    till.sell(given=20)
    end_date()

    link = as_admin.post(f"/api/door/nights/{night}/links", {"role": "door"}, format="json")
    assert refusal(link) == (409, "over")
    assert Phone(as_admin, night).count("Ana", 63.8, alone=True).status_code == 200


def test_a_revoked_till_counts_nothing(as_admin, night, till):
    end_date()
    Link.objects.update(revoked_at=timezone.now())

    assert till.count("Ana", 50).status_code == 401


def test_a_drawer_is_counted_on_the_staff_page_without_a_till(as_admin, night, till, staff):
    till.sell(given=20)
    end_date()
    assert refusal(staff.post("close", force=True)) == (409, "drawer_open")

    first = staff.count("Ana", 61.8).json()
    assert (first["counts"], first["expected"], first["difference"]) == (["Ana"], None, None)
    second = staff.count("Ben", 61.8).json()
    assert (second["expected"], second["difference"]) == (63.8, -2)
    assert refusal(staff.post("drawer/close")) == (400, "reason_needed")
    closed = staff.post("drawer/close", reason="Wrong change").json()

    assert (closed["difference"], closed["reason"], bool(closed["closedAt"])) == (-2, "Wrong change", True)
    assert get_night(as_admin, night)["drawer"] == closed
    assert staff.post("close").status_code == 200
    assert check_books() == (0, [])


def test_a_till_and_an_organizer_may_each_count_once(till, staff):
    till.count("Ana", 50)
    assert refusal(staff.count("Ana", 50)) == (409, "same_counter")
    assert refusal(staff.count("Ben", 51)) == (409, "counts_differ")

    staff.count("Ben", 50)
    assert till.count("Ana", 50).json()["difference"] == 0
    assert staff.post("drawer/close").status_code == 200
    assert till.close_drawer().status_code == 200


def test_cash_without_a_drawer_gets_one_after_the_date(as_admin, night, staff):
    phone = Phone(as_admin, night)
    phone.report(build_sale(allotment=False))
    end_date()
    assert refusal(staff.post("close", force=True)) == (409, "drawer_open")

    assert staff.post("drawer", float=0).json()["float"] == 0
    assert staff.post("drawer", float=0).status_code == 200
    assert refusal(staff.post("drawer", float=5)) == (409, "drawer_open")
    for name in ("Ana", "Ben"):
        staff.count(name, 13.8)
    assert staff.post("drawer/close").json()["difference"] == 0
    assert staff.post("close").status_code == 200


@pytest.mark.parametrize("change", [{"status": "skipped"}, {"starts_at": in_days(3), "ends_at": in_days(3, hours=3)}])
def test_also_if_the_date_was_canceled_or_moved(till, staff, change):
    end_date()
    Occurrence.objects.update(**change)

    for name in ("Ana", "Ben"):
        assert staff.count(name, 50).status_code == 200
    assert staff.post("drawer/close").status_code == staff.post("close").status_code == 200


def test_a_closed_door_gets_no_drawer(as_admin, night, staff):
    phone = Phone(as_admin, night)
    assert staff.post("close").status_code == 200

    for answer in (staff.post("drawer", float=50), phone.open_drawer()):
        assert refusal(answer) == (409, "night_closed")
    assert not Drawer.objects.exists()


def test_only_organizers_count_there(night, till, as_visitor, as_anonymous):
    for client, status in ((as_visitor, 403), (as_anonymous, 401), (till.client, 401)):
        for path, body in (
            ("drawer", {"float": 50}),
            ("drawer/counts", {"name": "Ana", "total": 50}),
            ("drawer/close", {}),
        ):
            assert Staff(client, night).post(path, **body).status_code == status


def test_another_organizer_counts_if_the_first_one_is_gone(as_admin, till, staff):
    till.count("Ana", 50)
    User.objects.filter(is_staff=True).update(is_active=False)
    assert staff.count("Ben", 50).status_code == 401
    other = Staff(
        signed_in(User.objects.create(email="kim@example.com", is_staff=True, is_superuser=True)), staff.night
    )

    assert other.count("Ben", 50).json()["difference"] == 0


@pytest.mark.parametrize("body", [{"name": "", "total": 5}, {"name": "Ana", "total": -1}, {"name": "Ana"}])
def test_a_wrong_count_is_refused(till, staff, body):
    assert staff.post("drawer/counts", **body).status_code == 400


# --- Late cash -------------------------------------------------------------------------------------------------------


def test_cash_that_arrives_late_where_there_was_no_drawer_blocks_nothing(as_admin, night, staff):
    phone = Phone(as_admin, night)
    end_date()

    phone.report(build_cash(-5, "Ice") | {"at": format_time(timezone.now() - timedelta(days=1, hours=1))})

    assert [move["amount"] for move in get_night(as_admin, night)["cash"]] == [-5]
    assert staff.post("close").status_code == 200


def test_cash_that_arrives_after_the_count_is_listed_and_blocks_nothing(as_admin, night, till, staff):
    for name in ("Ana", "Ben"):
        till.count(name, 50)
    till.close_drawer()
    end_date()

    till.report(build_sale(allotment=False) | {"at": format_time(in_days(-1, hours=-1))})

    assert [move["amount"] for move in get_night(as_admin, night)["drawer"]["late"]] == [13.8]
    assert staff.post("close").status_code == 200
    assert get_night(as_admin, night)["closedAt"]
    assert check_books() == (0, [])


def test_late_cash_is_listed_also_if_a_drawer_is_opened_for_the_rest(as_admin, night, staff):
    phone = Phone(as_admin, night)
    phone.report(build_cash(20, "Change"))
    end_date()
    phone.report(build_cash(-5, "Ice") | {"at": format_time(in_days(-1, hours=-1))})

    opened = staff.post("drawer", float=0).json()
    assert [move["amount"] for move in opened["late"]] == [-5]
    staff.count("Ana", 20)
    assert staff.count("Ben", 20).json()["difference"] == 0
    assert Move.objects.filter(night=Night.objects.get(public_id=night), is_late=True).count() == 1


def test_a_date_whose_drawer_was_counted_late_is_in_the_figures(as_admin, night, till, staff):
    till.sell(given=20)
    end_date()
    for name in ("Ana", "Ben"):
        staff.count(name, 63.8)
    assert get_measured(as_admin) == (0, None)
    staff.post("drawer/close")
    staff.post("close")

    assert get_measured(as_admin) == (1, 1)


def get_measured(client):
    total = client.get("/api/figures").json()["total"]
    return total["measured"], total["came"]
