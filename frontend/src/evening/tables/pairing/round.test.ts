import { expect, test } from "vitest"
import { findRepeats, playersIn } from "~/common/tables/facts"
import { nameSeats } from "~/evening/tables/names"
import { choosePods, podsOf } from "~/evening/tables/pods"
import { maxRounds, proposeRounds, roundsOf } from "~/evening/tables/rounds"
import type { Pairing, Table, Tournament } from "~/common/tables/types"
import { aPlayer, aTournament, somePlayers } from "~/testing/tables/tournament"
import { tableSizes } from "./commander"
import { pairRound } from "./round"

/** Adds a round in which the first of each table wins. */
function play(tournament: Tournament, pairing: Pairing | null = pairRound(tournament)): Tournament {
  const tables = pairing!.tables.map(({ players }, i): Table => ({
    number: i + 1,
    players,
    result: tournament.format === "commander" ? { winner: players[0]! } : { games: [2, 0, 0] },
    reports: [],
  }))
  const round = { number: tournament.rounds.length + 1, clockEndsAt: null, tables, bye: pairing!.bye }
  return { ...tournament, rounds: [...tournament.rounds, round] }
}

const begin = (count: number, over: Partial<Tournament> = {}) => aTournament({ players: somePlayers(count), ...over })

test("Few players play 3 rounds, and more the more there are", () => {
  expect([3, 4, 5, 8, 9, 16, 17, 32, 33, 64].map(proposeRounds)).toEqual([3, 3, 3, 3, 4, 4, 5, 5, 6, 6])
})

test("As many rounds are played as were chosen, or as are proposed for who began, in pods for the largest pod", () => {
  const began = play(begin(16))
  expect(roundsOf(begin(9))).toBe(4)
  expect(roundsOf({ ...began, players: [...began.players, aPlayer("late", { fromRound: 2 })] })).toBe(4)
  expect(roundsOf({ ...began, plannedRounds: 2 })).toBe(2)
  expect(roundsOf(begin(24, { format: "draft" }))).toBe(3)
  expect(roundsOf(begin(24, { format: "draft", wholeRoom: true }))).toBe(5)
})

test("There are no more rounds than opponents, with the bye as one", () => {
  expect([2, 3, 4, 5, 8, 9].map(maxRounds)).toEqual([1, 3, 3, 5, 7, 9])
})

const PODS = "6 7 8 9 10 6+6 7+6 8+6 8+7 8+8 9+8 10+8 10+10 8+7+6 8+8+6 8+8+8 10+8+8 10+10+8 8+8+8+8+8+8+8+8"

test.each(PODS.split(" "))("Players draft in pods of %s", (pods) => {
  const sizes = pods.split("+").map(Number)
  expect(choosePods(sizes.reduce((sum, size) => sum + size))).toEqual([sizes])
})

test("11 players choose between one pod and two, and fewer than 6 can't draft", () => {
  expect(choosePods(11)).toEqual([[11], [6, 5]])
  expect([1, 5].map(choosePods)).toEqual([[], []])
  expect(pairRound(begin(5, { format: "draft" }))).toBeNull()
  const podsOf11 = (wholeRoom: boolean) =>
    podsOf(play(begin(11, { format: "draft", wholeRoom }))).map((pod) => pod.length)
  expect([podsOf11(true), podsOf11(false)]).toEqual([[11], [6, 5]])
})

test("The first round of a draft is played across each pod, and says who sat where", () => {
  const drafted = play(begin(15, { format: "draft" }))
  const pods = podsOf(drafted)
  expect(pods.map((pod) => pod.length)).toEqual([8, 7])
  expect(new Set(pods.flat())).toEqual(new Set(drafted.players.map((player) => player._id)))
  expect(drafted.rounds[0]!.tables[0]!.players).toEqual([pods[0]![0], pods[0]![4]])
  expect(drafted.rounds[0]!.bye).toBe(pods[1]![6])
})

test("A draft stays inside its pods, even when somebody leaves one, unless it is for the whole room", () => {
  const crossings = (tournament: Tournament) => {
    const podOf = new Map(podsOf(tournament).flatMap((pod, i) => pod.map((id) => [id, i])))
    return tournament.rounds.slice(1).map(({ tables }) => {
      const across = tables.filter(({ players }) => podOf.get(players[0]!) !== podOf.get(players[1]!))
      return across.length
    })
  }
  const three = play(play(play(begin(16, { format: "draft" }))))
  expect(crossings(three)).toEqual([0, 0])
  const [[one], [other]] = podsOf(three) as [[string], [string]]
  const leave = (...ids: string[]) => ({
    ...three,
    players: three.players.map((player) => (ids.includes(player._id) ? { ...player, droppedAfter: 3 } : player)),
  })
  expect(crossings(play(leave(one)))).toEqual([0, 0, 0])
  expect(crossings(play(leave(one, other)))).toEqual([0, 0, 1])
  const room = play(play(begin(16, { format: "draft", wholeRoom: true })))
  expect(crossings(room)[0]).toBeGreaterThan(0)
})

test("Guests of one booking draft in different pods, if the scorekeeper wants that", () => {
  const names = [...nameSeats("Maya R.", 4), ...nameSeats("Sam T.", 3), ...nameSeats("Ana B.", 17)]
  const players = names.map((name, i) => aPlayer(String(i + 1), { name }))
  for (const seed of [1, 2, 3, 4, 5]) {
    const tournament = aTournament({ format: "draft", players, seed })
    const pods = podsOf(play(tournament, pairRound(tournament, { spread: true })))
    expect(pods.map((pod) => pod.filter((id) => Number(id) <= 4).length).toSorted()).toEqual([1, 1, 2])
    expect(pods.map((pod) => pod.filter((id) => ["5", "6", "7"].includes(id)).length)).toEqual([1, 1, 1])
  }
})

test("Seats without a name have that of the booking", () => {
  expect(nameSeats("Maya R.", 4)).toEqual(["Maya R.", "Maya R. +1", "Maya R. +2", "Maya R. +3"])
})

test("Commander tables have four seats, the rest three, and five only for five", () => {
  const sizes = (count: number) => tableSizes(count).join("+")
  expect([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13].map(sizes)).toEqual([
    "",
    "3",
    "4",
    "5",
    "3+3",
    "4+3",
    "4+4",
    "3+3+3",
    "4+3+3",
    "4+4+3",
    "4+3+3+3",
  ])
  expect(pairRound(begin(2, { format: "commander" }))).toBeNull()
})

test("Commander's second round has the fewest repeats that are possible", () => {
  const least: Record<number, number> = { 3: 3, 4: 6, 5: 10, 6: 2, 7: 3, 8: 4, 10: 1, 11: 2, 12: 3 }
  for (const count of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 31]) {
    for (const seed of [1, 2, 3]) {
      const first = play(begin(count, { format: "commander", points: true, seed }))
      const second = pairRound(first)!
      expect(new Set(playersIn(second)).size).toBe(count)
      expect([count, findRepeats(second.tables, first.rounds).length]).toEqual([count, least[count] ?? 0])
    }
  }
})

test("Each phone pairs the same, other seeds pair otherwise", () => {
  for (const format of ["swiss", "draft", "commander"] as const) {
    const pair = (seed: number) => JSON.stringify(pairRound(play(begin(12, { format, seed }))))
    expect(pair(7)).toBe(pair(7))
    expect(new Set([1, 2, 3, 4].map(pair)).size).toBe(4)
  }
})

test("Nobody meets anybody twice in as many rounds as are proposed", () => {
  for (const count of [4, 7, 8, 9, 16, 23, 33, 64]) {
    let tournament = begin(count, { seed: count })
    for (let number = 1; number <= proposeRounds(count); number++) {
      const pairing = pairRound(tournament)!
      expect(playersIn(pairing).toSorted()).toEqual(tournament.players.map((player) => player._id).toSorted())
      expect(findRepeats(pairing.tables, tournament.rounds)).toEqual([])
      tournament = play(tournament, pairing)
    }
    const byes = tournament.rounds.flatMap((round) => round.bye ?? [])
    expect(new Set(byes).size).toBe(byes.length)
  }
})

test("Players who left or are set aside are not paired, and who came late is from their first round", () => {
  const players = [...somePlayers(4), aPlayer("left", { droppedAfter: 1 }), aPlayer("aside", { aside: true })]
  const played = play(aTournament({ players: [...players, aPlayer("late", { fromRound: 2 })] }))
  expect(playersIn(pairRound(played)!).toSorted()).toEqual(["1", "2", "3", "4", "late"])
})
