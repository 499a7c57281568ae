"""Players report their results with the code of their ticket. Reports are notes."""

import pytest

from tests.tables.tables_calls import build_player, build_result, build_round


@pytest.fixture
def codes(tables):
    """Pair Ann with Bob, and Cam with Dee. Return their tickets' codes."""
    tickets = [tables.let_in(name) for name in ("Ann Ames", "Bob Bell", "Cam Cole", "Dee Dunn")]
    a, b, c, d = tables.start()
    assert tables.write(build_round(1, [a, b], [c, d])) == ["stored"]
    return [ticket.code for ticket in tickets]


def list_reports(tables):
    return [report["result"] for report in tables.get()["rounds"][-1]["tables"][0]["reports"]]


def get_code(answer):
    return answer.status_code, answer.json()["code"]


def test_both_sides_report_and_nothing_becomes_a_result(tables, codes):
    etag = tables.read()["ETag"]
    a, b, *_ = [player["_id"] for player in tables.get()["players"]]

    first = tables.report(codes[0], games=[2, 1, 0])
    reports = [{"player": a, "result": {"games": [2, 1, 0]}}]
    table = {"number": 1, "players": [a, b], "result": None, "reports": reports}
    assert (first.status_code, first.json()) == (201, table)
    assert tables.report(codes[1].lower(), games=[2, 1, 0]).json() == tables.get()["rounds"][0]["tables"][0]

    assert list_reports(tables) == [{"games": [2, 1, 0]}] * 2
    assert tables.read(etag).status_code == 200


def test_the_last_report_of_a_player_counts_beside_what_a_volunteer_entered(tables, codes):
    tables.write(build_result(1, 1, 2, 0, 0))
    tables.report(codes[0], games=[2, 1, 0])
    tables.report(codes[0], games=[1, 2, 0])

    assert list_reports(tables) == [{"games": [1, 2, 0]}]
    assert tables.get()["rounds"][0]["tables"][0]["result"] == {"games": [2, 0, 0]}


@pytest.mark.parametrize(
    ("reported", "answer"),
    [
        ([], "round_open"),
        ([(0, [2, 0, 0])], "stored"),
        ([(0, [2, 0, 0]), (1, [2, 0, 0])], "stored"),
        ([(0, [2, 0, 0]), (1, [0, 2, 0])], "round_open"),
    ],
)
def test_reports_close_a_table_unless_they_contradict_each_other(tables, codes, reported, answer):
    a, b, c, d = [player["_id"] for player in tables.get()["players"]]
    tables.write(build_result(1, 2, 2, 0, 0))
    for who, games in reported:
        tables.report(codes[who], games=games)

    assert tables.write(build_round(2, [a, c], [b, d])) == [answer]


def test_a_player_who_has_one_code_reports_for_all_its_seats_at_the_table(tables):
    ticket = tables.let_in("Maya Rossi", seats=2)
    a, b = tables.start()
    tables.write(build_round(1, [a, b]))

    tables.report(ticket.code, games=[0, 0, 0])

    assert [each["player"] for each in tables.get()["rounds"][0]["tables"][0]["reports"]] == [a, b]


def test_only_the_own_table_can_be_reported(tables, codes):
    wrong = [tables.report(codes[0], games=[2, 0, 0], **other) for other in ({"table": 2}, {"table": 3}, {"round": 2})]

    assert [get_code(answer) for answer in wrong] == [(409, "not_your_table")] * 3


def test_only_codes_of_people_who_are_inside_report(tables):
    late = tables.let_in("Eve Ek")
    (a,) = tables.start()
    tables.write(build_player("Fay", _id="f" * 24), build_round(1, [a, "f" * 24]))
    phone = tables.door.phone()

    assert get_code(tables.report("T17K2M9QXW4R8TB3CN9", games=[2, 0, 0])) == (409, "not_your_table")
    assert tables.report(late.code, games=[2, 0, 0]).status_code == 201
    entered = late.entries.get()
    tables.door.post("undo", device=str(entered.phone.uuid), seq=entered.seq, reason="Wrong guest.")
    assert get_code(tables.report(late.code, games=[2, 0, 0])) == (409, "not_your_table")
    phone.send(phone.let_in(late.h))
    assert tables.report(late.code, games=[2, 0, 0]).status_code == 201


def test_a_round_is_over_once_the_next_one_is_paired_or_all_has_ended(tables, codes):
    a, b, c, d = [player["_id"] for player in tables.get()["players"]]
    tables.write(build_result(1, 1, 2, 0, 0), build_result(1, 2, 2, 0, 0), build_round(2, [a, c], [b, d]))

    assert get_code(tables.report(codes[0], games=[2, 0, 0])) == (409, "round_over")
    assert tables.report(codes[0], round=2, games=[2, 0, 0]).status_code == 201
    tables.write({"kind": "end"})
    assert get_code(tables.report(codes[0], round=2, games=[2, 0, 0])) == (409, "round_over")


def test_reports_of_a_pairing_that_was_undone_count_no_longer(tables, codes):
    a, b, c, d = [player["_id"] for player in tables.get()["players"]]
    tables.report(codes[0], games=[2, 0, 0])

    assert tables.write({"kind": "unpair", "number": 1}, build_round(1, [a, c], [b, d])) == ["stored"] * 2

    assert list_reports(tables) == []


def test_what_can_be_no_result_is_refused(tables, codes):
    for wrong in ({}, {"games": [2, 2, 0]}, {"games": [2, 0]}, {"draw": True}, {"games": [2, 0, 0], "draw": True}):
        assert get_code(tables.report(codes[0], **wrong)) == (400, "bad_result"), wrong


def test_30_reports_an_hour_can_be_sent_with_a_ticket(tables, codes, settings):
    assert settings.THROTTLES["tables_report"] == 30
    settings.THROTTLES = settings.THROTTLES | {"tables_report": 2}

    answers = [tables.report(codes[0], games=[2, 0, 0]).status_code for _ in range(3)]

    assert answers == [201, 201, 429]
    assert tables.report(codes[1], games=[2, 0, 0]).status_code == 201
