"""Importing another program's calendar: `POST /api/products/import`, and `manage.py import_events`."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from events.models import Event, Occurrence
from tests.bookings.ical.test_import_plan import calendar, weekly
from tests.support.answers import json_of

IMPORT = "/api/products/import"
CANCELED, SCHEDULED = Occurrence.Status.CANCELED, Occurrence.Status.SCHEDULED
UTC_TIME = "%Y%m%dT%H%M%SZ"


def in_weeks(number: int, hours: int = 0) -> datetime:
    """Return the same time in weeks from now, in UTC, so that no clock change moves it."""
    now = timezone.now().astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    return now + timedelta(weeks=number, hours=1 + hours)


def series(weeks: int = 6) -> str:
    """A series whose second date is canceled and whose third one is an hour later."""
    start = in_weeks(1)
    moved = weekly(f"RECURRENCE-ID:{in_weeks(3):{UTC_TIME}}", start=f"DTSTART:{in_weeks(3, hours=1):{UTC_TIME}}")
    rule = (f"RRULE:FREQ=WEEKLY;COUNT={weeks}", f"EXDATE:{in_weeks(2):{UTC_TIME}}", "LOCATION:Kettle\\, 12 Main St")
    return calendar(weekly(*rule, start=f"DTSTART:{start:{UTC_TIME}}"), moved)


@pytest.fixture(autouse=True)
def utc_shop(settings):
    settings.SHOP_TIME_ZONE = settings.TIME_ZONE = "UTC"


def post(client, text, **more):
    return client.post(IMPORT, {"calendar": text, **more}, format="json")


def test_a_preview_says_what_would_be_made_and_makes_nothing(as_admin):
    preview = json_of(post(as_admin, series()))

    (event,) = preview["events"]
    assert event | {"startTime": "", "endTime": "", "recurringPattern": {}} == {
        "line": 4,
        "name": "Draft",
        "eventLocation": "Kettle, 12 Main St",
        "startTime": "",
        "endTime": "",
        "recurringPattern": {},
        "dates": 5,
        "moved": 1,
        "canceled": 1,
    }
    assert event["recurringPattern"]["recurringInterval"] == "weekly"
    assert (preview["notes"], preview["errors"]) == ([], [])
    assert not Event.objects.exists()


def test_drafts_are_made_with_their_canceled_and_moved_dates_and_published_as_any_other(as_admin, as_anonymous):
    post(as_admin, series(), digest=json_of(post(as_admin, series()))["digest"])

    event = Event.objects.get()
    assert (event.status, event.name, event.place.text) == ("draft", "Draft", "Kettle, 12 Main St")
    assert as_anonymous.get(f"/api/products/{event.public_id}").status_code == 404
    weeks = {in_weeks(week): SCHEDULED for week in (1, 4, 5, 6)}
    expected = weeks | {in_weeks(2): CANCELED, in_weeks(3, hours=1): SCHEDULED}
    for _ in range(2):
        rows = event.occurrences.exclude(starts_at=in_weeks(3)).values_list("starts_at", "status")
        assert dict(rows) == expected
        as_admin.put(f"/api/products/{event.public_id}", {"price": 10}, format="json")

    event.refresh_from_db()
    assert event.status == "published"
    shown = json_of(as_anonymous.get(f"/api/products/{event.public_id}"))["occurrences"]
    taking_place = sorted(start for start, status in expected.items() if status == SCHEDULED)
    assert [datetime.fromisoformat(date["startTime"]) for date in shown] == taking_place


def test_exceptions_further_ahead_than_the_shop_makes_dates_are_kept(as_admin):
    far = in_weeks(61)
    rule = weekly("RRULE:FREQ=WEEKLY", f"EXDATE:{far:{UTC_TIME}}", start=f"DTSTART:{in_weeks(1):{UTC_TIME}}")
    text = calendar(rule)

    post(as_admin, text, digest=json_of(post(as_admin, text))["digest"])

    assert Occurrence.objects.get(starts_at=far).status == CANCELED


def test_a_file_is_imported_once(as_admin):
    preview = json_of(post(as_admin, series()))
    assert post(as_admin, series(), digest=preview["digest"]).status_code == 200

    again = post(as_admin, series(), digest=preview["digest"])

    assert (again.status_code, again.json()["code"]) == (409, "changed")
    later = json_of(post(as_admin, series()))
    assert (later["events"], later["notes"][0]["message"]) == ([], "The shop has it already, and it is left out.")
    assert Event.objects.count() == 1


def test_one_bad_line_makes_nothing(as_admin):
    text = calendar(weekly(start=f"DTSTART:{in_weeks(1):{UTC_TIME}}"), weekly(start="DTSTART:soon", uid="2"))
    preview = json_of(post(as_admin, text))

    answer = post(as_admin, text, digest=preview["digest"])

    assert [(error["line"], error["message"]) for error in preview["errors"]] == [
        (15, "The shop can't read the DTSTART of this event.")
    ]
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"calendar": ["Line 15: The shop can't read the DTSTART of this event."]}
    assert not Event.objects.exists()


def test_a_file_of_5_mb_is_refused(as_admin):
    one, five = (post(as_admin, calendar(weekly("DESCRIPTION:" + "x" * size * 1024 * 1024))) for size in (1, 5))

    assert (one.status_code, one.json()["errors"]) == (400, {"calendar": ["Choose a file of at most 1 MB."]})
    assert (five.status_code, five.json()["code"]) == (413, "too_large")


def test_hostile_texts_are_cut_and_shown_as_texts(as_admin):
    start = f"DTSTART:{in_weeks(1):{UTC_TIME}}"
    texts = weekly("DESCRIPTION:<script>alert(1)</script>" + "<" * 20_000, "LOCATION:" + "x" * 5000, start=start)
    text = calendar(texts.replace("SUMMARY:Draft", "SUMMARY:" + "\u202e\u0007a" * 500))

    post(as_admin, text, digest=json_of(post(as_admin, text))["digest"])

    event = Event.objects.get()
    assert event.name == ("a " * 100).strip()
    assert event.description.startswith("alert(1)<")
    assert (len(event.description), event.place.text) == (10_000, "x" * 300)


def test_500_events_are_imported_at_once(as_admin):
    start = f"DTSTART:{in_weeks(1):{UTC_TIME}}"
    text = calendar(
        *[
            weekly(*["RRULE:FREQ=WEEKLY"] * (uid < 100), start=start, uid=str(uid)).replace("Draft", f"Draft {uid}")
            for uid in range(500)
        ]
    )
    preview = json_of(post(as_admin, text))

    made = json_of(post(as_admin, text, digest=preview["digest"]))

    assert (len(made["events"]), Event.objects.count()) == (500, 500)


def test_the_command_says_what_it_made(tmp_path: Path, capsys):
    file = tmp_path / "calendar.ics"
    every = weekly("RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3", start=f"DTSTART:{in_weeks(1):{UTC_TIME}}")
    file.write_text(calendar(every), "utf-8")

    call_command("import_events", str(file), "--preview")
    assert (capsys.readouterr().out, Event.objects.count()) == (
        "Line 4: “Draft”. Every 2 weeks: 3 single dates.\n3 drafts would be made.\n",
        0,
    )
    call_command("import_events", str(file))
    assert (capsys.readouterr().out, Event.objects.count()) == (
        "Line 4: “Draft”. Every 2 weeks: 3 single dates.\nMade 3 drafts.\n",
        3,
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", "Line 1: This is no calendar file. Choose one that ends with .ics."),
        (b"BEGIN:VCALENDAR\nX:\xff\xfe\n", "isn't in UTF-8"),
        (b"x" * (1024 * 1024 + 1), "Choose a file of at most 1 MB."),
        (None, "No such file or directory."),
    ],
)
def test_the_command_refuses_a_bad_file_in_a_sentence(tmp_path: Path, content, sentence):
    file = tmp_path / "calendar.ics"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(CommandError, match=sentence):
        call_command("import_events", str(file))
