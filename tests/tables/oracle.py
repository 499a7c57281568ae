"""Who plays whom and who leads, read from the rules a second time and in exact fractions, to compare phones with it.

Written from the rules and not from the phones' code (frontend/src/evening/tables), and slow: small pairings are
compared with all others. An evening is a tournament without rounds and its steps: entries, players' reports, and the
standings that the phone showed then.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

SMALL = 12  # players of whom all pairings are compared
LEAST_REPEATS = {3: 3, 4: 6, 5: 10, 6: 2, 7: 3, 8: 4, 10: 1, 11: 2, 12: 3}  # in Commander's second round
REPEAT, BYE_GAP, GAP = 10**10, 10**6, 10**5


@dataclass
class Table:
    players: Sequence[str]
    entered: Any = None
    reports: dict[str, Any] = field(default_factory=dict)


@dataclass
class Round:
    tables: Sequence[Table]
    bye: str | None
    paired_at: int = 0  # how many events were before it

    @property
    def players(self) -> list[str]:
        return [player for table in self.tables for player in table.players] + ([self.bye] if self.bye else [])


class Event(NamedTuple):
    """What happened, of which the order matters: PAIRED, UNDONE, LEFT, CAME or DECIDED."""

    kind: str
    player: str = ""
    table: Table | None = None


class Match(NamedTuple):
    """What a round was for a player. `points` are those of the games."""

    won: bool
    drawn: bool = False
    points: int = 0
    games: int = 2
    opponents: Sequence[str] = ()


class Evening:
    def __init__(self, recorded: Mapping[str, Any]) -> None:
        settings = recorded["tournament"]
        self.is_commander = settings["format"] == "commander"
        self.has_pods = settings["format"] == "draft" and not settings["wholeRoom"]
        self.win, self.floor = (5, Fraction(1, 5)) if self.is_commander else (3, Fraction(33, 100))
        self.needs_results = settings.get("points", True)
        self.players = [player["_id"] for player in settings["players"]]
        self.dropped: set[str] = set()
        self.aside: set[str] = set()
        self.rounds: list[Round] = []
        self.events: list[Event] = []
        self.steps: Sequence[Mapping[str, Any]] = recorded["steps"]

    def find_violations(self) -> Iterator[str]:
        for step in self.steps:
            found: Iterator[str] = iter(())
            if step["kind"] == "standings":
                found = self.compare_standings(step["rows"])
            elif step["kind"] == "open":
                found = self.compare_open_tables(step["tables"])
            elif step["kind"] == "round":
                found = self.check_pairing(read_round(step))
            yield from (f"after {len(self.rounds)} rounds of {len(self.players)}: {violation}" for violation in found)
            self.follow(step)

    def follow(self, step: Mapping[str, Any]) -> None:
        kind, player = step["kind"], step.get("player", "")
        was_away = self.is_away(player)
        if kind == "round":
            self.rounds.append(read_round(step, len(self.events)))
            self.events.append(Event("PAIRED"))
        elif kind == "unpair":
            self.rounds.pop()
            self.events.append(Event("UNDONE"))
        elif kind == "result":
            table = self.rounds[step["round"] - 1].tables[step["table"] - 1]
            table.entered = {name: step[name] for name in ("games", "winner", "draw") if name in step}
            self.events.append(Event("DECIDED", table=table))
        elif kind == "report":
            self.rounds[step["round"] - 1].tables[step["table"] - 1].reports[player] = step["result"]
        elif kind == "player":
            self.players.append(step["_id"])
            self.events.append(Event("CAME", step["_id"]))
        elif kind == "drop":
            self.dropped.add(player)
        elif kind == "undrop":
            self.dropped.discard(player)
        elif kind == "aside":
            (self.aside.add if step["on"] else self.aside.discard)(player)
        if was_away != self.is_away(player):
            self.events.append(Event("CAME" if was_away else "LEFT", player))

    def is_away(self, player: str) -> bool:
        return player in self.dropped or player in self.aside

    # --- Tables ------------------------------------------------------------------------------------------------------

    def list_leavers(self, played: Round, table: Table) -> list[str]:
        """Return who left before the table had a result and was not back before the next round, first to last.

        While a later round is paired, nobody leaves or comes back to this one. If that is undone, those who came back
        meanwhile go on here.
        """
        leavers: list[str] = []
        meanwhile: set[str] = set()  # who is here, of those who left
        later = 0
        for event in self.events[played.paired_at + 1 :]:
            if event.kind == "DECIDED" and event.table is table:
                break
            later += {"PAIRED": 1, "UNDONE": -1}.get(event.kind, 0)
            if event.kind == "CAME":
                meanwhile.add(event.player)
            elif event.kind == "LEFT":
                meanwhile.discard(event.player)
                if not later and event.player in table.players:
                    leavers.append(event.player)
            if not later:
                leavers = [each for each in leavers if each not in meanwhile]
        return leavers

    def list_losers(self, played: Round, table: Table) -> list[str]:
        """Return who left while somebody stayed. The last one has won, and may go."""
        leavers = self.list_leavers(played, table)
        return leavers[:-1] if len(leavers) == len(table.players) else leavers

    def get_result(self, played: Round, table: Table) -> Any:
        """Return the scorekeeper's result, or what all say who stayed and reported, or that the one who stayed has won.

        What somebody reports who left is a note.
        """
        if table.entered:
            return table.entered
        losers = self.list_losers(played, table)
        stayed = [each for each in table.players if each not in losers]
        reported = [table.reports[each] for each in stayed if each in table.reports]
        if reported:
            return reported[0] if all(each == reported[0] for each in reported) else None
        if len(stayed) > 1:
            return None
        if len(table.players) > 2:
            return {"winner": stayed[0]}
        return {"games": [2, 0, 0] if stayed[0] == table.players[0] else [0, 2, 0]}

    def get_counted(self, played: Round, table: Table) -> Any:
        """Return the result if it counts in the standings: the scorekeeper's, one on which two of those agree who
        stayed, or that of the only one who stayed. What one of several says is not confirmed.
        """
        stayed = set(table.players) - set(self.list_losers(played, table))
        if not table.entered and len(stayed) > 1 and len(stayed & set(table.reports)) == 1:
            return None
        return self.get_result(played, table)

    def compare_open_tables(self, shown: Sequence[int]) -> Iterator[str]:
        """Yield how the tables that the phone asks for differ from those of the last round without a result."""
        last = self.rounds[-1] if self.rounds and self.needs_results else Round([], None)
        missing = [number for number, each in enumerate(last.tables, 1) if self.get_result(last, each) is None]
        if missing != list(shown):
            yield f"results are missing of tables {missing}, not {shown}"

    # --- Standings ---------------------------------------------------------------------------------------------------

    def compare_standings(self, rows: Sequence[Sequence[Any]]) -> Iterator[str]:
        """Yield how what the phone shows differs. Players who are tied may be in any order."""
        shown = {row[0]: (row[1], [Fraction(value) for value in row[2:]]) for row in rows}
        if shown != self.rank():
            yield f"standings are {shown}, not {self.rank()}"
        if [row[1] for row in rows] != sorted(row[1] for row in rows):
            yield "standings are not in order"

    def rank(self) -> dict[str, tuple[int, list[Fraction]]]:
        """Return each player's rank, points and tie-breakers, of which Commander's wins are not shown."""
        records = {player: self.get_record(player) for player in self.players}
        keys = {}
        for player, record in records.items():
            if self.is_away(player) and not any(player in each.players for each in self.rounds):
                continue  # they never played
            opponents = [records[opponent] for match in record for opponent in match.opponents]
            keys[player] = [Fraction(self.get_points(record)), self.average(map(self.get_match_share, opponents))]
            if self.is_commander:
                keys[player].append(Fraction(sum(match.won for match in record)))
            else:
                keys[player] += [self.get_game_share(record), self.average(map(self.get_game_share, opponents))]
        shown = 2 if self.is_commander else 4
        return {each: (1 + sum(other > key for other in keys.values()), key[:shown]) for each, key in keys.items()}

    def get_record(self, player: str) -> list[Match]:
        return [match for number in range(len(self.rounds)) if (match := self.get_match(player, number))]

    def get_match(self, player: str, number: int) -> Match | None:
        """Return what a round was for the player. None: it was nothing, or is not decided."""
        played = self.rounds[number]
        if player == played.bye:
            return Match(won=True, points=6)
        table = next((each for each in played.tables if player in each.players), None)
        if table is None:
            came_later = Event("CAME", player) in self.events[played.paired_at :]
            return Match(won=False) if came_later else None
        others = [each for each in table.players if each != player]
        result, losers = self.get_counted(played, table), self.list_losers(played, table)
        is_draw_of_rest = result and "draw" in result and len(losers) < len(table.players) - 1
        if player in losers and (result is None or is_draw_of_rest):
            return Match(won=False, opponents=others)
        if result is None:
            return None
        if "games" not in result:
            return Match(result.get("winner") == player, "draw" in result, games=0, opponents=others)
        first, second, drawn = result["games"]
        mine, theirs = (first, second) if player == table.players[0] else (second, first)
        return Match(mine > theirs, mine == theirs, 3 * mine + drawn, first + second + drawn, others)

    def get_points(self, record: Sequence[Match]) -> int:
        return sum(self.win if match.won else int(match.drawn) for match in record)

    def get_match_share(self, record: Sequence[Match]) -> Fraction:
        return max(self.floor, Fraction(self.get_points(record), self.win * len(record) or 1))

    def get_game_share(self, record: Sequence[Match]) -> Fraction:
        points, games = sum(match.points for match in record), sum(match.games for match in record)
        return max(self.floor, Fraction(points, 3 * games or 1))

    def average(self, shares: Iterator[Fraction]) -> Fraction:
        found = list(shares)
        return sum(found, Fraction()) / len(found) if found else self.floor

    # --- Pairings ----------------------------------------------------------------------------------------------------

    def check_pairing(self, paired: Round) -> Iterator[str]:
        """Yield what is wrong with the pairing of the next round."""
        active = [each for each in self.players if not self.is_away(each)]
        yield from self.compare_open_tables([])
        if sorted(paired.players) != sorted(active):
            yield "not everybody is paired once"
        elif self.is_commander:
            yield from self.check_tables(paired)
        else:
            yield from self.check_matches(paired, active)

    def check_tables(self, paired: Round) -> Iterator[str]:
        number, sizes = len(paired.players), Counter(len(table.players) for table in paired.tables)
        threes = -number % 4
        if sizes != (Counter({5: 1}) if number == 5 else Counter({4: (number - 3 * threes) // 4, 3: threes})):
            yield f"tables have {sizes} players"
        is_second = len(self.rounds) == 1 and sorted(self.rounds[0].players) == sorted(paired.players)
        repeats = sum(self.count_meetings(table.players) for table in paired.tables)
        if is_second and repeats != LEAST_REPEATS.get(number, 0):
            yield f"{repeats} avoidable repeats"

    def check_matches(self, paired: Round, active: Sequence[str]) -> Iterator[str]:
        pairs = [table.players for table in paired.tables]
        byes = Counter(each.bye for each in self.rounds)
        may_have_bye = {each for each in active if byes[each] == min(byes[other] for other in active)}
        if any(len(pair) != 2 for pair in pairs) or (paired.bye and paired.bye not in may_have_bye):
            yield f"a bye for {paired.bye}, or not two at a table"
        if not self.rounds or self.has_pods:
            return
        repeats = sum(map(self.count_meetings, pairs))
        if repeats and repeats > self.get_fewest_repeats(active, may_have_bye):
            yield f"{repeats} avoidable repeats"
        points = {each: self.get_points(self.get_record(each)) for each in active}

        def get_cost(one: str, other: str | None) -> int:
            if other is None:
                return BYE_GAP * (points[one] - min(points.values())) ** 2
            return REPEAT * self.count_meetings([one, other]) + GAP * (points[one] - points[other]) ** 2

        if len(active) <= SMALL:
            cost = sum(get_cost(*pair) for pair in pairs) + (get_cost(paired.bye, None) if paired.bye else 0)
            least = get_least_cost(active, may_have_bye, get_cost)
            if cost != least:
                yield f"the pairing costs {cost}, not {least}"

    def count_meetings(self, players: Sequence[str]) -> int:
        """Return how often two of these players were at one table before."""
        tables = [set(table.players) for each in self.rounds for table in each.tables]
        return sum(table.issuperset(pair) for pair in combinations(players, 2) for table in tables)

    def get_fewest_repeats(self, active: Sequence[str], may_have_bye: set[str]) -> int:
        """By Dirac's theorem there are none while everybody has not met at least half of those who play."""
        if len(self.rounds) < len(active) // 2:
            return 0
        return get_least_cost(active, may_have_bye, lambda *pair: self.count_meetings(pair) if pair[1] else 0)


def read_round(step: Mapping[str, Any], paired_at: int = 0) -> Round:
    return Round([Table(table["players"]) for table in step["tables"]], step["bye"], paired_at)


def get_least_cost(active: Sequence[str], may_have_bye: set[str], get_cost: Callable[[str, str | None], int]) -> int:
    """Return the cost of the cheapest of all pairings."""

    @cache
    def pair_rest(rest: tuple[str, ...], needs_bye: bool) -> float:
        if not rest:
            return 0
        one, *others = rest
        costs = [get_cost(one, None) + pair_rest(rest[1:], False)] if needs_bye and one in may_have_bye else []
        for other in others:
            left = tuple(each for each in others if each != other)
            costs.append(get_cost(one, other) + pair_rest(left, needs_bye))
        return min(costs, default=float("inf"))

    return int(pair_rest(tuple(active), len(active) % 2 == 1))
