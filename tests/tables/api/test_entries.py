"""The writer's phone sends pairings, results, and who came or left."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from door.models import DoorEntry, DoorLink, Phone
from events.models import Event
from tests.door.phones import DoorClient, create_date, create_link
from tests.tables.tables_calls import Tables, build_player, build_result, build_round

UNKNOWN = "0" * 24


@pytest.fixture
def four(tables):
    """Return the IDs of four players."""
    return tables.start("Ann Ames", "Bob Bell", "Cam Cole", "Dee Dunn")


@pytest.fixture
def three(tables):
    return tables.start("Ann Ames", "Bob Bell", "Cam Cole")


@pytest.fixture
def eight(tables):
    return tables.start("Ann", "Bob", "Cam", "Dee", "Eve", "Fay", "Gus", "Hal", format="commander", points=True)


def test_a_round_with_its_results_is_public(tables, four):
    a, b, c, d = four

    answers = tables.write(build_round(1, [a, b], [c, d]), build_result(1, 1, 2, 1, 0), build_result(1, 2, 1, 1, 1))

    assert answers == ["stored"] * 3
    assert tables.get()["rounds"] == [
        {
            "number": 1,
            "clockEndsAt": None,
            "bye": None,
            "tables": [
                {"number": 1, "players": [a, b], "result": {"games": [2, 1, 0]}, "reports": []},
                {"number": 2, "players": [c, d], "result": {"games": [1, 1, 1]}, "reports": []},
            ],
        }
    ]


def test_a_result_can_be_corrected_until_the_end_also_of_an_earlier_round(tables, four):
    a, b, c, d = four
    tables.write(build_round(1, [a, b], [c, d]), build_result(1, 1, 2, 0, 0), build_result(1, 2, 2, 0, 0))
    tables.write(build_round(2, [a, c], [b, d]))

    assert tables.write(build_result(1, 1, 0, 2, 0)) == ["stored"]

    first, second = tables.get()["rounds"]
    assert first["tables"][0]["result"] == {"games": [0, 2, 0]}
    assert [table["players"] for table in second["tables"]] == [[a, c], [b, d]]
    assert DoorEntry.objects.filter(body__kind="result").count() == 3  # the log keeps both


# --- Sending again ---------------------------------------------------------------------------------------------------


def test_entries_that_are_sent_again_count_once_and_others_with_their_numbers_are_unusable(tables, four):
    a, b, c, d = four
    tables.write(build_round(1, [a, b], [c, d]), build_player("Eve Ek"), build_result(1, 1, 2, 0, 0))
    before = tables.get()

    again = tables.post_entries(tables.phone.log).json()
    other = tables.post_entries([tables.phone.log[2] | {"games": [0, 2, 0]}]).json()

    assert again == {"seen": 3, "results": [{"seq": seq, "answer": "repeated"} for seq in (1, 2, 3)]}
    assert other == {"seen": 3, "results": [{"seq": 3, "answer": "unusable", "code": "seq_reused"}]}
    assert tables.get() == before


def test_what_was_unusable_stays_unusable_and_takes_its_number(tables, four):
    tables.write(build_round(2, four[:2], four[2:]))
    tables.write(build_round(1, four[:2], four[2:]))

    answer = tables.post_entries(tables.phone.log).json()

    assert answer["seen"] == 2
    assert [each.get("code", each["answer"]) for each in answer["results"]] == ["round_open", "repeated"]


def test_the_door_and_the_tables_number_a_phones_entries_together(tables, four):
    phone = tables.phone
    phone.send(phone.record(kind="guest", seats=1, note=""))

    answer = tables.post_entries([phone.record(kind="drop", player=four[0])]).json()

    assert answer["seen"] == 2
    assert phone.get_list().json()["seen"][phone.uuid] == 2


def test_sent_entries_no_longer_stop_the_door_from_closing(tables, four):
    phone = tables.phone
    phone.post([phone.record(kind="guest", seats=1, note="")], queued=3)
    assert tables.door.post("close").json()["code"] == "unsent_entries"

    tables.write({"kind": "drop", "player": four[0]}, {"kind": "undrop", "player": four[0]})

    assert tables.door.post("close").status_code == 200


# --- Pairings --------------------------------------------------------------------------------------------------------


def test_every_active_player_sits_at_one_table(tables, four):
    a, b, c, d = four
    wrong = [
        build_round(1, [a, b]),
        build_round(1, [a, b], [c, a]),
        build_round(1, [a, b], [c, UNKNOWN]),
        build_round(1, [a, b], [c, d], [a, b]),
        build_round(1, [a, b, c, d]),
        build_round(1, [a, b], [c], [d]),
        build_round(1, [a, b], bye=c),
        build_round(1, [a, b], [c, d], bye=a),
        {"kind": "round", "number": 1, "tables": "none"},
        {"kind": "round", "number": 0, "tables": []},
    ]

    assert tables.write(*wrong) == ["bad_pairing"] * len(wrong)
    assert tables.write(build_round(1, [d, a], [b, c])) == ["stored"]


def test_who_left_or_does_not_play_is_not_paired(tables, four):
    a, b, c, d = four
    tables.write({"kind": "drop", "player": a}, {"kind": "aside", "player": b, "on": True})

    assert tables.write(build_round(1, [a, b], [c, d])) == ["bad_pairing"]
    assert tables.write(build_round(1, [c, d])) == ["stored"]
    assert tables.write(build_result(1, 1, 2, 0, 0), {"kind": "undrop", "player": a}) == ["stored"] * 2
    assert tables.write({"kind": "aside", "player": b, "on": False}, build_round(2, [a, c], [b, d])) == ["stored"] * 2


def test_nobody_has_a_second_bye_before_everybody_had_one(tables, three):
    a, b, c = three
    tables.write(build_round(1, [a, b], bye=c), build_result(1, 1, 2, 0, 0))

    assert tables.write(build_round(2, [a, b], bye=c)) == ["bad_pairing"]
    tables.write(build_round(2, [a, c], bye=b), build_result(2, 1, 2, 0, 0))
    tables.write(build_round(3, [b, c], bye=a), build_result(3, 1, 2, 0, 0))
    assert tables.write(build_round(4, [a, b], bye=c)) == ["stored"]


def test_commander_has_tables_of_three_to_five_and_no_byes(tables, eight):
    wrong = [
        build_round(1, eight[:2], eight[2:5], eight[5:]),
        build_round(1, eight[:6], eight[6:]),
        build_round(1, eight[:4], eight[4:7], bye=eight[7]),
    ]

    assert tables.write(*wrong) == ["bad_pairing"] * 3
    assert tables.write(build_round(1, eight[:4], eight[4:])) == ["stored"]


def test_a_round_is_paired_once_and_in_order_with_every_result_or_after_somebody_left(tables, four):
    a, b, c, d = four
    tables.write(build_round(1, [a, b], [c, d]), build_result(1, 1, 2, 0, 0))

    others = [build_round(1, [c, d], [a, b]), build_round(3, [a, b], [c, d]), build_round(2, [a, c], [b, d])]

    assert tables.write(*others) == ["round_exists", "round_open", "round_open"]
    assert tables.write({"kind": "drop", "player": d}, build_round(2, [a, c], bye=b)) == ["stored"] * 2


def test_a_match_that_was_left_stays_lost_whatever_becomes_of_the_player(tables, four):
    a, b, c, d = four
    tables.write(build_round(1, [a, b], [c, d]), build_result(1, 2, 2, 0, 0), {"kind": "drop", "player": a})
    tables.write(build_round(2, [b, c], bye=d))

    for kind in ("undrop", "drop", "undrop"):
        assert tables.write({"kind": kind, "player": a}) == ["stored"]
        assert tables.get()["rounds"][0]["tables"][0]["left"] == [a]
    assert [each["fromRound"] for each in tables.get()["players"]] == [3, 1, 1, 1]
    assert tables.write(build_result(2, 1, 2, 0, 0), build_round(3, [a, d], [b, c])) == ["stored"] * 2


def test_a_pairing_is_undone_until_its_first_result(tables, four):
    a, b, c, d = four
    tables.write(build_round(1, [a, b], [c, d]))

    assert tables.write({"kind": "unpair", "number": 1}, build_round(1, [a, c], [b, d])) == ["stored"] * 2
    assert [table["players"] for table in tables.get()["rounds"][0]["tables"]] == [[a, c], [b, d]]
    assert tables.write(build_result(1, 2, 2, 0, 0), {"kind": "unpair", "number": 1}) == ["stored", "round_started"]


def test_an_earlier_round_is_not_undone(tables):
    players = tables.start("Ann", "Bob", "Cam", format="commander")
    tables.write(build_round(1, players), build_round(2, players))

    assert tables.write({"kind": "unpair", "number": 1}, {"kind": "unpair", "number": 2}) == ["round_started", "stored"]
    assert tables.write({"kind": "unpair", "number": 2}) == ["stored"]  # it is undone, as wanted


# --- Results ---------------------------------------------------------------------------------------------------------


NO_RESULTS = (
    {"games": [2, 2, 0]}, {"games": [3, 0, 0]}, {"games": [-1, 0, 0]}, {"games": [2, 1]}, {"games": ["2", 0, 0]},
    {"games": [True, 0, 0]}, {"games": None}, {"draw": True}, {"winner": UNKNOWN}, {"table": 3}, {"table": 0},
    {"round": 2}, {"games": [2, 0, 0], "draw": True}, {"round": "1"},
)  # fmt: skip


def test_what_is_no_result_of_the_table_is_unusable(tables, four):
    tables.write(build_round(1, four[:2], four[2:]))
    for wrong in NO_RESULTS:
        games = {} if wrong.keys() & {"draw", "winner"} else {"games": [2, 0, 0]}

        assert tables.write({"kind": "result", "round": 1, "table": 1} | games | wrong) == ["bad_result"], wrong
        assert tables.get()["rounds"][0]["tables"][0]["result"] is None, wrong


def test_a_commander_table_is_won_by_one_of_its_players_or_drawn(tables, eight):
    tables.write(build_round(1, eight[:4], eight[4:]))
    results = [{"winner": eight[3]}, {"draw": True}, {"winner": eight[4]}, {"games": [2, 0, 0]}, {"draw": False}]

    answers = tables.write(*[build_result(1, 1, **result) for result in results])

    assert answers == ["stored", "stored", "bad_result", "bad_result", "bad_result"]
    assert tables.get()["rounds"][0]["tables"][0]["result"] == {"draw": True}


# --- Players ---------------------------------------------------------------------------------------------------------


def test_a_late_player_plays_from_the_next_round(tables, four):
    late = tables.let_in("Eve Ek")
    tables.write(build_round(1, four[:2], four[2:]), build_player("Eve Ek", **{"pass": late.h}))

    *_, eve = tables.get()["players"]

    assert (eve["name"], eve["fromRound"]) == ("Eve E.", 2)
    assert tables.tournament.players.get(public_id=eve["_id"]).ticket == late


def test_a_phone_names_late_players_so_that_it_can_pair_them_at_once(tables, three):
    late = "a" * 24

    answers = tables.write(build_player("Eve", _id=late), build_round(1, three[:2], [three[2], late]))

    assert answers == ["stored"] * 2
    assert tables.write(build_player("Fay", _id=late), build_player("Fay", _id="x")) == ["bad_entry"] * 2


def test_the_number_of_another_tournaments_player_is_unusable(tables, three, as_admin):
    other = Tables(DoorClient(as_admin, create_date()))
    other.start("Fay Fox")

    assert other.write(build_player("Eve", _id=three[0]), build_player("Gil")) == ["bad_entry", "stored"]


def test_typed_names_are_shortened_and_can_be_taken_back(tables):
    ticket = tables.let_in("Maya Rossi", seats=2)
    _, second = tables.start()
    assert tables.list_names() == ["Maya R.", "Maya R. +1"]

    tables.write({"kind": "name", "player": second, "name": "Zoë  van Kern"}, build_player("Maya Rossi +2"))
    assert tables.list_names() == ["Maya R.", "Zoë K.", "Maya R. +2"]
    tables.write({"kind": "name", "player": second, "name": " "}, build_player("", **{"pass": ticket.public_id}))

    assert tables.list_names() == ["Maya R.", "Maya R. +1", "Maya R. +2", "Maya R. +2"]


# --- The clock and the end -------------------------------------------------------------------------------------------


def test_the_clock_ends_at_a_time_or_in_some_seconds_by_the_shops_clock(tables, four):
    tables.write(build_round(1, four[:2], four[2:]), {"kind": "clock", "round": 1, "endsAt": "2026-11-27T04:00:00Z"})
    assert tables.get()["rounds"][0]["clockEndsAt"] == "2026-11-27T04:00:00Z"

    tables.phone.clock = timedelta(hours=3)
    entry = tables.phone.record(kind="clock", round=1, left=600)
    assert tables.post_entries([entry], sentAt=tables.phone.now()).json()["results"][0]["answer"] == "stored"

    ends_at = datetime.fromisoformat(tables.get()["rounds"][0]["clockEndsAt"]).astimezone(UTC)
    assert abs(ends_at - timezone.now() - timedelta(seconds=600)) < timedelta(seconds=5)


def test_nothing_changes_after_the_end(tables, four):
    tables.write(build_round(1, four[:2], four[2:]))

    assert tables.write({"kind": "end"}) == ["stored"]

    late = [build_result(1, 1, 2, 0, 0), build_player("Eve"), {"kind": "end"}, {"kind": "unpair", "number": 1}]
    assert tables.write(*late) == ["ended"] * 4
    assert tables.get()["endedAt"] is not None
    assert tables.get()["writer"] is None


@pytest.mark.parametrize("wrong", [{"kind": "chess"}, {"kind": ["round"]}, {}])
def test_an_unknown_kind_is_unusable_and_the_organizer_sees_it(tables, four, wrong):
    assert tables.write(wrong) == ["bad_entry"]

    assert [each["code"] for each in tables.door.get()["unusable"]] == ["bad_entry"]


# --- Who writes ------------------------------------------------------------------------------------------------------


def test_after_a_takeover_the_other_phone_is_refused_and_knows_what_was_stored(tables, four):
    tables.write({"kind": "drop", "player": four[0]})
    tables.take(tables.enter("Ben"))

    answer = tables.post_entries([tables.phone.record(kind="drop", player=four[1])])

    assert (answer.status_code, answer.json()["code"], answer.json()["seen"]) == (409, "taken_over", 1)
    tables.take()
    assert tables.post_entries([tables.phone.log[1]], generation=1).json()["code"] == "taken_over"
    assert [player["droppedAfter"] for player in tables.get()["players"]] == [0, None, None, None]


def test_results_of_a_phone_that_was_taken_over_are_kept_whole_by_the_door(tables, four):
    """So its numbers have no gap, and the organizer sees what it could not send."""
    tables.take(tables.enter("Ben"))
    phone = tables.phone

    (result,) = phone.send(phone.record(**build_result(1, 1, 2, 0, 0)))

    assert result["code"] == "bad_entry"
    assert '"games": [2, 0, 0]' in tables.door.get()["unusable"][0]["sent"]
    assert phone.get_list().json()["seen"][phone.uuid] == 1


def test_what_the_door_kept_is_not_taken_for_stored_if_the_phone_sends_it_again(tables, four):
    """Its browser may end before it has stored the answer, and the phone lists what was not used."""
    tables.write({"kind": "drop", "player": four[0]})
    tables.take(tables.enter("Ben"))
    unsent = tables.phone.record(kind="drop", player=four[1])
    tables.phone.send(unsent)

    answer = tables.post_entries([unsent], generation=1)

    assert (answer.json()["code"], answer.json()["seen"]) == ("taken_over", 1)


def test_nobody_writes_without_the_lease(tables, four):
    ben = tables.enter("Ben")
    calls = [(ben.client, tables.generation), (tables.door.organizer, tables.generation), (ben.client, 0)]
    answers = [tables.post(client, "entries", generation=generation, entries=[]) for client, generation in calls]
    assert [answer.json()["code"] for answer in answers] == ["taken_over"] * 3


def test_organizers_write_with_a_lease_of_their_own(tables, four):
    organizer = tables.door.organizer
    generation = tables.post(organizer, "lease", device="0f8fad5b-d9cb-469f-a165-70867728950e").json()["generation"]

    entry = {"seq": 1, "kind": "drop", "player": four[0]}
    answer = tables.post(organizer, "entries", generation=generation, entries=[entry])

    assert answer.json() == {"seen": 1, "results": [{"seq": 1, "answer": "stored"}]}


def test_what_was_written_counts_whatever_happened_to_the_link_the_door_and_the_event(tables, four):
    phone = tables.phone
    DoorLink.objects.filter(role="tables").update(revoked_at=timezone.now())
    Phone.objects.filter(uuid=phone.uuid).update(token_hash=None)
    Event.objects.update(name="Another Night")
    assert phone.enter(create_link(tables.door.organizer, tables.door.id, "door")).status_code == 200
    tables.door.post("close", force=True)

    assert tables.write(build_round(1, four[:2], four[2:])) == ["stored"]


def test_a_phone_whose_link_was_revoked_sends_what_it_wrote_and_may_do_nothing_else(tables, four):
    (link,) = DoorLink.objects.filter(role="tables")
    assert tables.door.organizer.delete(f"/api/door/links/{link.public_id}").status_code == 204

    assert tables.write(build_round(1, four[:2], four[2:])) == ["stored"]
    answer = tables.post(tables.phone.client, "lease", device=tables.phone.uuid)
    assert (answer.status_code, answer.json()["code"]) == (401, "door_signed_out")


def test_a_phone_sends_from_another_date_what_it_wrote_at_this_one(tables, four, as_admin):
    other = DoorClient(as_admin, create_date())
    assert tables.phone.enter(other.link).status_code == 200

    assert tables.write({"kind": "drop", "player": four[0]}) == ["stored"]
    assert DoorEntry.objects.get(body__kind="drop").phone.door == tables.door.row
