"""Where a tournament is, from its facts in order: who plays, the rounds and their results. Imports nothing from Django.

Facts are checked once, when they arrive. Only what would make two phones disagree is refused; who plays whom is the
phone's to decide.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from door.sent_entries import Unusable, parse_time

Result = Mapping[str, Any]  # one of games, winner and draw
Fact = Mapping[str, Any]  # an entry's body, see parse_fact


@dataclass(slots=True)
class PlayerState:
    from_round: int = 1
    dropped_after: int | None = None
    """The last round that was paired when they left. None: they did not."""
    aside: bool = False

    @property
    def is_active(self) -> bool:
        return self.dropped_after is None and not self.aside


@dataclass(slots=True)
class Table:
    number: int
    players: Sequence[str]
    result: Result | None = None  # the writer's
    reports: Mapping[str, Result] = field(default_factory=dict)  # the last one of each player
    left: list[str] = field(default_factory=list)
    """Who left before it had the writer's result, in that order: while its round was the last one, so for good then."""

    def list_reports(self) -> list[dict[str, Any]]:
        return [{"player": player, "result": result} for player, result in self.reports.items()]

    @property
    def losers(self) -> list[str]:
        """Who left while somebody else went on. The player who stayed longest has won, even if they left after that."""
        return self.left[: len(self.players) - 1]

    @property
    def is_decided(self) -> bool:
        """Whether it has a result, or one player stayed, or those who stayed agree. Others' reports are only notes."""
        if self.result is not None or len(self.losers) == len(self.players) - 1:
            return True
        results = [result for player, result in self.reports.items() if player not in self.losers]
        return bool(results) and all(each == results[0] for each in results)


@dataclass(slots=True)
class Round:
    number: int
    pairing: int  # the entry; 0 while it is being stored
    tables: list[Table]
    bye: str | None
    clock_ends_at: datetime | None = None


@dataclass(slots=True)
class Progress:
    """`needs_results`: whether the next round waits for those of this one, which it doesn't without points."""

    is_of_two: bool  # each table has two players, and not three to five
    needs_results: bool = True
    players: dict[str, PlayerState] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # those that were typed
    rounds: list[Round] = field(default_factory=list)
    ended_at: datetime | None = None

    # --- Facts, in order ---------------------------------------------------------------------------------------------

    def apply(self, fact: Fact, *, at: datetime, name: str = "", entry: int = 0) -> None:
        """Follow a fact that was checked. `name` is what was typed, and `entry` the pairing's ID."""
        kind, player = fact["kind"], self.players.get(fact.get("player", ""))
        if kind == "player":
            self.players[fact["_id"]] = PlayerState(from_round=len(self.rounds) + 1)
            self.rename(fact["_id"], name)
        elif kind == "name":
            self.rename(fact["player"], name)
        elif kind == "round":
            tables = [Table(number, players) for number, players in enumerate(fact["tables"], 1)]
            self.rounds.append(Round(fact["number"], entry, tables, fact["bye"]))
        elif kind == "unpair":
            self.unpair(fact["number"])
        elif kind == "result":
            self.rounds[fact["round"] - 1].tables[fact["table"] - 1].result = fact["result"]
        elif kind == "clock":
            ends_at = at + timedelta(seconds=fact["left"]) if "left" in fact else parse_time(fact["endsAt"])
            self.rounds[fact["round"] - 1].clock_ends_at = ends_at
        elif kind == "end":
            self.ended_at = at
        elif player:
            was_active = player.is_active
            if kind == "aside":
                player.aside = fact["on"]
            elif kind == "undrop":
                player.dropped_after = None
            elif player.dropped_after is None:
                player.dropped_after = len(self.rounds)
            if was_active != player.is_active and self.rounds:
                self.note_change(fact["player"], player)

    def note_change(self, public_id: str, player: PlayerState) -> None:
        """Note at the table of the last round who left it, or came back to it. Earlier rounds stay as they were."""
        last = self.rounds[-1]
        table = next((each for each in last.tables if public_id in each.players), None)
        if table and table.result is None:
            table.left = [each for each in table.left if each != public_id]
            if not player.is_active:
                table.left.append(public_id)
        elif player.is_active and not table and last.bye != public_id:
            player.from_round = len(self.rounds) + 1  # they missed it

    def rename(self, player: str, name: str) -> None:
        """Without a name, the player has that of the ticket."""
        self.names.pop(player, None)
        if name:
            self.names[player] = name

    def unpair(self, number: int) -> None:
        """Take the last round back. Who came during it may play it, and who left has missed nothing.

        The round before goes on, so that a player who came back since goes on with a match that was not finished.
        """
        del self.rounds[number - 1 :]
        for player in self.players.values():
            player.from_round = min(player.from_round, len(self.rounds) + 1)
            if player.dropped_after is not None:
                player.dropped_after = min(player.dropped_after, len(self.rounds))
        for table in self.rounds[-1].tables if self.rounds else ():
            if table.result is None:
                table.left = [each for each in table.left if not self.players[each].is_active]

    # --- Checks ------------------------------------------------------------------------------------------------------

    def check(self, fact: Fact) -> None:
        """Raise Unusable for a fact that can't follow those before it."""
        kind = fact["kind"]
        if self.ended_at:
            raise Unusable("ended")
        if kind == "round":
            self.check_pairing(fact)
        elif kind == "result" and not self.is_of_table(fact["round"], fact["table"], fact["result"]):
            raise Unusable("bad_result")
        elif kind == "unpair" and self.is_started(fact["number"]):
            raise Unusable("round_started")
        elif (
            (kind == "clock" and not 1 <= fact["round"] <= len(self.rounds))
            or (kind == "player" and fact["_id"] in self.players)
            or ("player" in fact and fact["player"] not in self.players)
        ):
            raise Unusable("bad_entry")

    def check_pairing(self, fact: Fact) -> None:
        if fact["number"] <= len(self.rounds):
            raise Unusable("round_exists")
        if fact["number"] > len(self.rounds) + 1 or (self.needs_results and any(self.list_open_tables())):
            raise Unusable("round_open")
        active = sorted(each for each, player in self.players.items() if player.is_active)
        bye = [] if fact["bye"] is None else [fact["bye"]]
        seated = sorted([player for players in fact["tables"] for player in players] + bye)
        sizes = {2} if self.is_of_two else {3, 4, 5}
        if seated != active or {len(players) for players in fact["tables"]} - sizes or (bye and not self.is_of_two):
            raise Unusable("bad_pairing")
        had_bye = {each.bye for each in self.rounds}
        if had_bye.intersection(bye) and not had_bye.issuperset(active):
            raise Unusable("bad_pairing")

    def is_started(self, number: int) -> bool:
        """Return whether a round can't be undone: another one was paired since, or the writer entered a result."""
        tables = self.rounds[-1].tables if number == len(self.rounds) else ()
        return number < len(self.rounds) or any(table.result for table in tables)

    def list_open_tables(self) -> Iterator[Table]:
        """Yield the tables of the last round that still play."""
        return (table for table in (self.rounds[-1].tables if self.rounds else ()) if not table.is_decided)

    def find_table(self, round_number: int, number: int) -> Table | None:
        """Return the table of a round that is paired."""
        if not 1 <= round_number <= len(self.rounds):
            return None
        tables = self.rounds[round_number - 1].tables
        return tables[number - 1] if 1 <= number <= len(tables) else None

    def is_of_table(self, round_number: int, number: int, result: Result) -> bool:
        """Return whether the result can be that of this table."""
        table = self.find_table(round_number, number)
        if table is None or self.is_of_two != ("games" in result):
            return False
        return "winner" not in result or result["winner"] in table.players
