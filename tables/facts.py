"""Parse what the scorekeeper's phone sends about a tournament. Imports nothing from Django.

A fact becomes an entry of the door's log: its `body` is stored as it is here, and a typed name as the entry's note.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from door.sent_entries import SentEntry, Unusable, is_integer, parse_note, parse_seq, parse_time

KIND = "tables"
MAX_ROUND, MAX_TABLE = 99, 500
MAX_GAMES = 9
MAX_NAME_LENGTH = 40
MAX_LEFT = 24 * 60 * 60  # seconds
ID = re.compile(r"[0-9a-f]{24}")
TICKET = re.compile(r"[A-Za-z0-9_-]{16}|[0-9a-f]{24}")  # the hash of its code, or its ID; never the code
Body = dict[str, Any]
Sent = Mapping[str, Any]


def parse_fact(sent: Sent, phone: UUID) -> SentEntry:
    """Return an entry of the log. Raise Unusable for an unknown kind or impossible values."""
    parse = PARSERS.get(str(sent.get("kind")))
    if parse is None:
        raise Unusable("bad_entry")
    body = {"at": str(sent.get("at"))[:40], "kind": sent["kind"]} | parse(sent)
    if sent["kind"] == "player" and "_id" not in body:
        body["_id"] = derive_id(phone, parse_seq(sent))
    name = parse_note(sent.get("name"))[:MAX_NAME_LENGTH] if sent["kind"] in ("player", "name") else ""
    return SentEntry(KIND, parse_time(sent.get("at")), note=name, body=body)


def derive_id(phone: UUID, seq: int) -> str:
    """Return the ID of a player whom the phone gave none, the same one if the entry is sent again."""
    return hashlib.sha256(f"{phone} {seq}".encode()).hexdigest()[:24]


def parse_round(sent: Sent) -> Body:
    tables, bye = sent.get("tables"), sent.get("bye")
    if not isinstance(tables, list) or not len(tables) <= MAX_TABLE or not (bye is None or is_id(bye)):
        raise Unusable("bad_pairing")
    return {"number": parse_number(sent, "number", "bad_pairing"), "tables": [*map(parse_seats, tables)], "bye": bye}


def parse_seats(table: object) -> list[str]:
    players = table.get("players") if isinstance(table, Mapping) else None
    if not isinstance(players, list) or not all(map(is_id, players)):
        raise Unusable("bad_pairing")
    return players


def parse_result_of_table(sent: Sent) -> Body:
    number, table = parse_number(sent, "round", "bad_result"), sent.get("table")
    if not is_integer(table, 1, MAX_TABLE):
        raise Unusable("bad_result")
    return {"round": number, "table": table, "result": parse_result(sent)}


def parse_result(sent: Sent) -> Body:
    """Return the games of the first, of the second and drawn, or who won, or that nobody did."""
    named = [name for name in ("games", "winner", "draw") if sent.get(name) is not None]
    if named == ["games"] and is_score(sent["games"]):
        return {"games": sent["games"]}
    if named == ["winner"] and is_id(sent["winner"]):
        return {"winner": sent["winner"]}
    if named == ["draw"] and sent["draw"] is True:
        return {"draw": True}
    raise Unusable("bad_result")


def is_score(games: object) -> bool:
    """Return whether this can be a match of at most two wins."""
    if not isinstance(games, list) or len(games) != 3 or not all(is_integer(each, 0, MAX_GAMES) for each in games):
        return False
    first, second, _ = games
    return bool(max(first, second) <= 2 and first + second < 4)


def parse_player(sent: Sent) -> Body:
    ticket = sent.get("pass")
    body: Body = {"pass": ticket} if isinstance(ticket, str) and TICKET.fullmatch(ticket) else {}
    if sent.get("_id") is None:
        return body
    if not is_id(sent["_id"]):
        raise Unusable("bad_entry")
    return body | {"_id": sent["_id"]}


def parse_about_player(sent: Sent) -> Body:
    if not is_id(sent.get("player")):
        raise Unusable("bad_entry")
    return {"player": sent["player"]}


def parse_aside(sent: Sent) -> Body:
    return parse_about_player(sent) | {"on": sent.get("on") is not False}


def parse_clock(sent: Sent) -> Body:
    number = parse_number(sent, "round", "bad_entry")
    if is_integer(sent.get("left"), 0, MAX_LEFT):
        return {"round": number, "left": sent["left"]}
    if parse_time(sent.get("endsAt")) is None:
        raise Unusable("bad_entry")
    return {"round": number, "endsAt": sent["endsAt"]}


def parse_number(sent: Sent, name: str, code: str) -> int:
    if not is_integer(sent.get(name), 1, MAX_ROUND):
        raise Unusable(code)
    return int(sent[name])


def is_id(value: object) -> bool:
    return isinstance(value, str) and ID.fullmatch(value) is not None


def parse_unpair(sent: Sent) -> Body:
    return {"number": parse_number(sent, "number", "bad_entry")}


def parse_nothing(sent: Sent) -> Body:
    return {}


PARSERS: dict[str, Callable[[Sent], Body]] = {
    "round": parse_round,
    "unpair": parse_unpair,
    "result": parse_result_of_table,
    "player": parse_player,
    "name": parse_about_player,
    "aside": parse_aside,
    "drop": parse_about_player,
    "undrop": parse_about_player,
    "clock": parse_clock,
    "end": parse_nothing,
}
