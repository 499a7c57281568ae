import { expect, test } from "vitest"
import { aPlayer, somePlayers, tournamentOf } from "~/testing/tables/tournament"
import { applyEntries } from "./entries"
import { activePlayers, openTables, outcomeOf } from "~/common/tables/facts"
import { rankPlayers } from "~/common/tables/standings"
import type { Entry, Fact, Result, Tournament } from "~/common/tables/types"

const at = "2026-11-27T03:00:00.000Z"
const PAIRED: Entry = { kind: "round", number: 1, tables: [{ players: ["1", "2"] }], bye: "3", at }
const WON: Entry = { kind: "result", round: 1, table: 1, games: [2, 0, 0], at }
const LATE: Entry = { kind: "player", _id: "late", name: "Ana B.", at }

const begin = (...entries: Entry[]) => applyEntries(tournamentOf([], { players: somePlayers(3) }), entries)

test("What was entered without a connection is there immediately", () => {
  const { rounds, players } = begin(
    PAIRED,
    { kind: "clock", round: 1, left: 3000, at },
    WON,
    { kind: "name", player: "2", name: "Sam T.", at },
    { kind: "aside", player: "3", on: true, at },
  )
  expect(rounds).toEqual([
    {
      number: 1,
      clockEndsAt: "2026-11-27T03:50:00.000Z",
      tables: [{ number: 1, players: ["1", "2"], result: { games: [2, 0, 0] }, reports: [] }],
      bye: "3",
    },
  ])
  expect(players[1]!.name).toBe("Sam T.")
  expect(players[2]!.aside).toBe(true)
})

test("A result can be corrected, and the pairing stays", () => {
  const corrected = begin(PAIRED, WON, { kind: "result", round: 1, table: 1, games: [1, 2, 0], at })
  expect(corrected.rounds[0]!.tables[0]!.players).toEqual(["1", "2"])
  expect(rankPlayers(corrected).find(({ player }) => player._id === "1")).toMatchObject({ points: 0, losses: 1 })
})

test("A round that is entered twice is one, and nothing follows the end", () => {
  expect(begin(PAIRED, PAIRED).rounds).toHaveLength(1)
  const ended = begin(PAIRED, { kind: "end", at }, WON, LATE)
  expect(ended.endedAt).toBe(at)
  expect([ended.players.length, ended.rounds[0]!.tables[0]!.result]).toEqual([3, null])
})

test("A pairing can be undone until its first result", () => {
  expect(begin(PAIRED, { kind: "unpair", number: 1, at }).rounds).toEqual([])
  expect(begin(PAIRED, WON, { kind: "unpair", number: 1, at }).rounds).toHaveLength(1)
})

test("Who comes during a round plays the next, or this one if it is undone; who left then missed nothing", () => {
  const before = begin(PAIRED, LATE, { kind: "drop", player: "1", at })
  expect(before.players).toContainEqual(aPlayer("late", { name: "Ana B.", fromRound: 2 }))
  expect(activePlayers(before)).toEqual(["2", "3", "late"])
  const undone = applyEntries(before, [{ kind: "unpair", number: 1, at }])
  expect(activePlayers(undone)).toEqual(["2", "3", "late"])
  expect(undone.players.map((player) => player.droppedAfter)).toEqual([0, null, null, null])
  expect(activePlayers(applyEntries(undone, [{ kind: "undrop", player: "1", at }]))).toEqual(["1", "2", "3", "late"])
})

test("The next round waits for every result, but not where somebody left, and without points for none", () => {
  const open = tournamentOf(["A-B, C-D 2-0"])
  expect(openTables(open).map((table) => table.number)).toEqual([1])
  expect(openTables(applyEntries(open, [{ kind: "drop", player: "A", at }]))).toEqual([])
  expect(openTables({ ...open, format: "commander", points: false })).toEqual([])
})

test("The next round doesn't wait for a table that was reported, but for one whose reports don't match", () => {
  const reported = tournamentOf(["A-B, C-D"])
  const [one, other] = reported.rounds[0]!.tables
  one!.reports = [{ player: "A", result: { games: [2, 0, 0] } }]
  other!.reports = ["C", "D"].map((player, i) => ({ player, result: { games: [2 - i, i, 0] } }))
  expect(openTables(reported)).toEqual([other])
})

// --- Who leaves during a match ---------------------------------------------------------------------------------------

const go = (now: Tournament, ...facts: Fact[]) =>
  applyEntries(
    now,
    facts.map((fact) => ({ at, ...fact })),
  )
const drop = (player: string): Fact => ({ kind: "drop", player })
const back = (player: string): Fact => ({ kind: "undrop", player })
const aside = (player: string, on = true): Fact => ({ kind: "aside", player, on })
const pair = (number: number, ...tables: string[]): Fact => ({
  kind: "round",
  number,
  tables: tables.map((players) => ({ players: players.split("") })),
  bye: null,
})
const decide = (round: number, table: number, result: Result): Fact => ({ kind: "result", round, table, ...result })
const WON_BY_A: Result = { games: [2, 0, 0] }
const pointsIn = (now: Tournament) =>
  Object.fromEntries(rankPlayers(now).map(({ player, points }) => [player._id, points]))
/** A has left the match with B, and C, who won against D, met B since. */
const twoRounds = (...leaving: Fact[]) =>
  go(tournamentOf(["A-B, C-D 2-0"]), ...leaving, { ...pair(2, "BC"), bye: "D" } as Fact)

test.each<[string, Fact[], Fact[]]>([
  ["came back", [drop("A")], [back("A")]],
  ["came back and left again", [drop("A")], [back("A"), drop("A")]],
  ["did not play, and plays again", [aside("A")], [aside("A", false)]],
  ["left, and is set aside, too", [drop("A")], [aside("A")]],
  ["left, and whose opponent left later", [drop("A")], [drop("B")]],
])("A match stays lost for a player in a later round who %s", (_, leaving, later) => {
  const before = twoRounds(...leaving)
  const after = go(before, ...later)
  expect(outcomeOf(after.rounds[0]!.tables[0]!)).toEqual({ state: "left", result: { games: [0, 2, 0] } })
  expect(pointsIn(after)).toMatchObject({ A: 0, B: 3 })
  expect(pointsIn(go(after, decide(1, 1, WON_BY_A)))).toMatchObject({ A: 3, B: 0 })
})

test("Who is back while the round goes on plays on", () => {
  const now = tournamentOf(["A-B, C-D 2-0"])
  expect(openTables(go(now, drop("A"))).length).toBe(0)
  expect(openTables(go(now, drop("A"), back("A"))).length).toBe(1)
  expect(openTables(go(now, aside("A"), drop("A"), back("A"))).length).toBe(0)
})

test("Of two who leave, the first one has lost: the other one stayed until the match was over", () => {
  expect(pointsIn(go(tournamentOf(["A-B"]), drop("B"), drop("A")))).toEqual({ A: 3, B: 0 })
  expect(pointsIn(go(tournamentOf(["A-B"]), drop("B"), drop("A"), back("B")))).toEqual({ A: 0, B: 3 })
})

test("If the next pairing is undone, who is back plays on, and who left meanwhile had stayed", () => {
  const undone = go(twoRounds(drop("A")), back("A"), drop("C"), { kind: "unpair", number: 2 })
  expect(openTables(undone).map((table) => table.number)).toEqual([1])
  expect(pointsIn(undone)).toEqual({ A: 0, B: 0, C: 3, D: 0 })
})

test("A round that was missed stays lost for who is set aside later", () => {
  const missed = go(twoRounds(drop("A")), back("A"), decide(2, 1, WON_BY_A), pair(3, "AB", "CD"))
  const lossesOf = (now: Tournament) => rankPlayers(now).find(({ player }) => player._id === "A")!.losses
  expect(lossesOf(missed)).toBe(2)
  expect(lossesOf(go(missed, decide(3, 1, WON_BY_A), aside("A")))).toBe(2)
})

test.each(["ABC", "ABCD", "ABCDE"])(
  "A table of %s needs its result while two are left, and one left has won",
  (ids) => {
    const letters = ids.split("")
    const leaving = letters.slice(2).map(drop)
    const now = go(tournamentOf([letters.join("-")], { format: "commander" }), ...leaving)
    expect(openTables(now)).toHaveLength(1)
    expect(pointsIn(go(now, decide(1, 1, { winner: "B" })))).toMatchObject({ A: 0, B: 5, C: 0 })
    expect(pointsIn(go(now, decide(1, 1, { draw: true })))).toMatchObject({ A: 1, B: 1, C: 0 })
    const last = go(now, drop("A"))
    expect(openTables(last)).toEqual([])
    expect(pointsIn(last)).toMatchObject({ A: 0, B: 5, C: 0 })
  },
)

test("Who leaves once the result is there has not left during the match", () => {
  const drawn = go(tournamentOf(["A-B-C-D"], { format: "commander" }), decide(1, 1, { draw: true }), drop("A"))
  expect(pointsIn(drawn)).toMatchObject({ A: 1, B: 1 })
})

test.each<[string, string[], string[], string]>([
  ["of somebody who left", ["A"], ["A"], "left"],
  ["of who stayed", ["A"], ["B"], "final"],
  ["of both, of whom one left", ["A"], ["A", "B"], "final"],
  ["of both, who left", ["A", "B"], ["A", "B"], "final"],
])("A report %s", (_, leaving, reporting, state) => {
  const now = go(tournamentOf(["A-B"]), ...leaving.map(drop))
  const reports = reporting.map((player) => ({ player, result: WON_BY_A }))
  expect(outcomeOf({ ...now.rounds[0]!.tables[0]!, reports }).state).toBe(state)
})

test("A report of somebody who left decides no table at which two stayed", () => {
  const now = go(tournamentOf(["A-B-C-D"], { format: "commander" }), drop("A"))
  const [table] = now.rounds[0]!.tables
  table!.reports = [{ player: "A", result: { winner: "A" } }]
  expect(openTables(now)).toEqual([table])
})
