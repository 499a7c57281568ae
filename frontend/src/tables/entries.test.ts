import { expect, test } from "vitest"
import { aPlayer, somePlayers, tournamentOf } from "~/testing/tables/tournament"
import { applyEntries } from "./entries"
import { activePlayers, openTables } from "./facts"
import { rankPlayers } from "./standings"
import type { Entry } from "./types"

const at = "2026-11-27T03:00:00.000Z"
const PAIRED: Entry = { kind: "round", number: 1, tables: [{ players: ["1", "2"] }], bye: "3", at }
const WON: Entry = { kind: "result", round: 1, table: 1, games: [2, 0, 0], at }
const LATE: Entry = { kind: "player", _id: "late", name: "Ana B.", at }

const begin = (...entries: Entry[]) => applyEntries(tournamentOf([], { players: somePlayers(3) }), entries)

test("What was entered without a connection is there at once", () => {
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
