import { expect, test } from "vitest"
import { aPlayer, tournamentOf } from "~/testing/tables/tournament"
import { formatFraction } from "./fractions"
import { formatRank, rankPlayers, type Standing } from "./standings"
import type { Report, Result, Tournament } from "./types"

const NINE = [
  "A-B 2-0, C-D 2-1, E-F 2-0, G-H 1-1-1, I bye",
  "A-C 2-1, G-B 2-0, D-H 2-1, I-E 2-0, F bye",
  "A-I 1-1-1, C-H 2-0, F-D 2-1, G-E 2-0, B bye",
]

const format = (tournament: Tournament, show: (row: Standing) => string) =>
  rankPlayers(tournament).map((row) => `${row.player._id} ${show(row)}`)
const points = (row: Standing) => `${row.points}`
const find = (tournament: Tournament, id: string) => rankPlayers(tournament).find(({ player }) => player._id === id)!

test("Of three players with 7 points, the one with the strongest opponents is first: byes count for their own share", () => {
  const rows = format(tournamentOf(NINE), (row) => `${row.rank} ${row.points} ${formatFraction(row.omw)}`)
  // With the shares of opponents without their byes, I would be before A.
  expect(rows.slice(0, 3)).toEqual(["A 1 7 0.5925", "I 2 7 0.5555", "G 3 7 0.3322"])
})

test("A player who left after 3 wins, one of them a bye, and 2 losses has 9 of 15 points", () => {
  const rounds = ["A bye, B-C 2-0", "A-B 2-0, C bye", "A-C 2-0, B bye", "A-B 0-2, C bye", "A-C 0-2, B bye"]
  const left = tournamentOf([...rounds, "B-C 2-0"], {
    players: [aPlayer("A", { droppedAfter: 5 }), aPlayer("B"), aPlayer("C")],
  })
  expect(find(left, "A")).toMatchObject({ points: 9, wins: 3, losses: 2 })
  // B met A twice, who has 9/15, and C twice, who has 9/18.
  expect(formatFraction(find(left, "B").omw)).toBe("0.5500")
})

test("Somebody with 5 wins, a draw and 2 losses has two thirds of the points", () => {
  const results = ["2-0", "2-0", "2-0", "2-0", "2-0", "1-1-1", "0-2", "1-2"]
  expect(formatFraction(find(tournamentOf(results.map((games) => `A-B ${games}`)), "B").omw)).toBe("0.6666")
})

test("Games of a match count: 3 points for each won, 1 for each drawn, and at least 0.33", () => {
  const rows = format(tournamentOf(["A-B 2-1, C-D 1-0-1"]), ({ gw, ogw }) => [gw, ogw].map(formatFraction).join(" "))
  expect(rows.toSorted()).toEqual(["A 0.6666 0.3333", "B 0.3333 0.6666", "C 0.6666 0.3300", "D 0.3300 0.6666"])
})

test("Who comes late has lost the rounds before 0-2, and so has who comes back the rounds between", () => {
  const players = [aPlayer("A"), aPlayer("B"), aPlayer("C", { fromRound: 2 }), aPlayer("D")]
  const late = tournamentOf(["A-B 2-0, D bye", "A-C 0-2, B-D 2-1", "A-B 2-0, C-D 2-0"], { players })
  expect(find(late, "C")).toMatchObject({ points: 6, wins: 2, losses: 1, games: 6, gamePoints: 12 })
  const back = tournamentOf(["A-B 2-0, C-D 2-0", "A-B 2-0, D bye", "A-C 0-2, B-D 2-1"])
  expect(find(back, "C")).toMatchObject({ points: 6, wins: 2, losses: 1, games: 6, gamePoints: 12 })
})

test("Who leaves during a match has lost it, unless it has a result, and who stayed has won it", () => {
  const players = [aPlayer("A", { droppedAfter: 1 }), aPlayer("B"), aPlayer("C", { droppedAfter: 1 }), aPlayer("D")]
  expect(format(tournamentOf(["A-B, C-D 2-0"], { players }), points)).toEqual(["B 3", "C 3", "A 0", "D 0"])
})

/** A match that A has won 2-0, as these players say. */
function reportedBy(...players: string[]): Tournament {
  const tournament = tournamentOf(["A-B, C-D 2-0"])
  tournament.rounds[0]!.tables[0]!.reports = players.map((player) => ({ player, result: { games: [2, 0, 0] } }))
  return tournament
}

test("What only one player reported counts in no standing until the other one confirms it", () => {
  expect(find(reportedBy("A"), "A")).toMatchObject({ points: 0, wins: 0, games: 0 })
  expect(find(reportedBy("A"), "B")).toMatchObject({ losses: 0, games: 0 })
  expect(find(reportedBy("A", "B"), "A")).toMatchObject({ points: 3, wins: 1, games: 2 })
  expect(find(reportedBy("A", "B"), "B")).toMatchObject({ points: 0, losses: 1, games: 2 })
})

test("What only one of four reported counts once a second one says the same", () => {
  const commander = tournamentOf(["A-B-C-D"], { format: "commander" })
  const [table] = commander.rounds[0]!.tables
  table!.reports = [{ player: "A", result: { winner: "A" } }]
  expect(find(commander, "A").points).toBe(0)
  table!.reports.push({ player: "D", result: { winner: "A" } })
  expect(find(commander, "A").points).toBe(5)
})

test("Who stayed when the other one left has won, and nobody has to confirm what they report", () => {
  const left = tournamentOf(["A-B"], { players: [aPlayer("A"), aPlayer("B", { droppedAfter: 1 })] })
  expect(find(left, "A").points).toBe(3)
  left.rounds[0]!.tables[0]!.reports = [{ player: "A", result: { games: [2, 1, 0] } }]
  expect(find(left, "A")).toMatchObject({ points: 3, games: 3 })
})

test("Seats that never played are not listed", () => {
  const players = [aPlayer("A"), aPlayer("B"), aPlayer("C", { aside: true }), aPlayer("D", { droppedAfter: 0 })]
  expect(format(tournamentOf(["A-B 2-0"], { players }), points)).toEqual(["A 3", "B 0"])
})

test("Players who are still equal share a rank, in an order that the seed decides", () => {
  const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
    format(tournamentOf(["A-B 2-0, C-D 2-0"], { seed }), formatRank),
  )
  const first = ["A 1 tied", "C 1 tied", "B 3 tied", "D 3 tied"]
  for (const order of orders) expect(order.toSorted()).toEqual(first.toSorted())
  expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
})

test("A win at a Commander table has 5 points, a draw 1; opponents count at least 0.2, then wins", () => {
  const won: Result = { winner: "A" }
  const table = { number: 1, players: ["A", "B", "C", "D"], reports: [] }
  const results = [won, { draw: true } as const]
  const rounds = results.map((result, i) => ({
    number: i + 1,
    clockEndsAt: null,
    bye: null,
    tables: [{ ...table, result }],
  }))
  const rows = format(
    tournamentOf(["A-B, C-D"], { format: "commander", rounds }),
    ({ points, omw }) => `${points} ${formatFraction(omw)}`,
  )
  expect(rows[0]).toBe("A 6 0.2000")
  expect(rows.slice(1).toSorted()).toEqual(["B 1 0.3333", "C 1 0.3333", "D 1 0.3333"])
})

const said = (player: string, ...games: [number, number, number]): Report => ({ player, result: { games } })
test.each<[string, Report[], number]>([
  ["Two equal reports are a result", [said("A", 2, 1, 0), said("B", 2, 1, 0)], 3],
  ["The last report of a player counts", [said("A", 0, 2, 0), said("A", 2, 1, 0), said("B", 2, 1, 0)], 3],
  ["Reports that don't match are no result", [said("A", 2, 1, 0), said("B", 1, 2, 0)], 0],
])("%s", (_, reports, points) => {
  const tournament = tournamentOf(["A-B"])
  tournament.rounds[0]!.tables[0]!.reports = reports
  expect(find(tournament, "A").points).toBe(points)
})

test("What the writer entered counts, whatever players reported", () => {
  const tournament = tournamentOf(["A-B 0-2"])
  tournament.rounds[0]!.tables[0]!.reports = [said("A", 2, 1, 0), said("B", 2, 1, 0)]
  expect(format(tournament, points)).toEqual(["B 3", "A 0"])
})
