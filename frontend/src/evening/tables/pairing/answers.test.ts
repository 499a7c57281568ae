import { expect, test } from "vitest"
import type { Pairing, Tournament } from "~/common/tables/types"
import { randomFrom } from "~/common/tables/random"
import { aTournament, somePlayers } from "~/testing/tables/tournament"
import { pairRound } from "./round"

const answering = (count: number, answers: (number | null)[][], over: Partial<Tournament> = {}) => {
  const players = somePlayers(count)
  const chosen = players.map(({ _id }, i) => [_id, answers[i] ?? []] as const)
  return aTournament({ players, answers: Object.fromEntries(chosen), ...over })
}

const countEqual = ({ answers }: Tournament, one: string, other: string) =>
  answers![one]!.filter((chosen, i) => chosen !== null && chosen === answers![other]![i]).length

const pairsAt = (players: readonly string[]) =>
  players.flatMap((one, i) => players.slice(i + 1).map((other): [string, string] => [one, other]))

/** Returns how many answers are equal at the tables. */
const togetherIn = (tournament: Tournament, { tables }: Pick<Pairing, "tables">) =>
  tables.flatMap(({ players }) => pairsAt(players)).reduce((sum, pair) => sum + countEqual(tournament, ...pair), 0)

/** Yields every way to seat players at tables of these sizes. */
function* seatings(ids: readonly string[], [size, ...sizes]: number[]): Generator<string[][]> {
  if (size === undefined) return yield []
  const [first, ...others] = ids
  for (const rest of choose(others, size - 1)) {
    const table = [first!, ...rest]
    const left = ids.filter((id) => !table.includes(id))
    for (const tables of seatings(left, sizes)) yield [table, ...tables]
  }
}

function* choose(from: readonly string[], count: number): Generator<string[]> {
  if (count === 0) return yield []
  for (const [i, one] of from.entries())
    for (const others of choose(from.slice(i + 1), count - 1)) yield [one, ...others]
}

const bestOf = (tournament: Tournament, ids: readonly string[], sizes: number[]) =>
  Math.max(
    ...[...seatings(ids, sizes)].map((tables) =>
      togetherIn(tournament, { tables: tables.map((players) => ({ players })) }),
    ),
  )

const SEEDS = Array.from({ length: 25 }, (_, i) => i)

function someAnswers(seed: number, count: number): (number | null)[][] {
  const random = randomFrom(seed, "answers")
  return Array.from({ length: count }, () => [0, 1].map(() => [null, 0, 1, 2][Math.floor(random() * 4)]!))
}

test.each(SEEDS)("The first round of a Swiss has the most equal answers at its tables, seed %i", (seed) => {
  const tournament = answering(8, someAnswers(seed, 8), { seed })
  const ids = tournament.players.map(({ _id }) => _id)

  expect(togetherIn(tournament, pairRound(tournament)!)).toBe(bestOf(tournament, ids, [2, 2, 2, 2]))
})

test.each(SEEDS)("Commander has the most equal answers at its tables in the first round, seed %i", (seed) => {
  const tournament = answering(8, someAnswers(seed, 8), { format: "commander", seed })
  const ids = tournament.players.map(({ _id }) => _id)

  expect(togetherIn(tournament, pairRound(tournament)!)).toBe(bestOf(tournament, ids, [4, 4]))
})

test("The first round of a draft has equal answers across in each pod", () => {
  const answers = Array.from({ length: 8 }, (_, i) => [i % 2])
  const tournament = answering(8, answers, { format: "draft" })

  expect(togetherIn(tournament, pairRound(tournament)!)).toBe(4)
})

test("Former opponents come before answers, and points do in Commander; a later round of a Swiss knows no answers", () => {
  const answers = [[0], [0], [1], [1]]
  const swiss = answering(4, answers)
  const first = pairRound(swiss)!
  expect(togetherIn(swiss, first)).toBe(2)
  const round = {
    number: 1,
    bye: null,
    clockEndsAt: null,
    tables: first.tables.map(({ players }, i) => ({
      number: i + 1,
      players,
      result: { games: [1, 1, 0] as [number, number, number] },
      reports: [],
    })),
  }

  expect(togetherIn(swiss, pairRound({ ...swiss, rounds: [round] })!)).toBe(0)
})

test("Without questions that seat people, or without an answer, everybody is paired", () => {
  const odd = answering(7, [[0], [0], [null]])
  const { tables, bye } = pairRound(odd)!

  expect(new Set([...tables.flatMap(({ players }) => players), bye]).size).toBe(7)
  expect(tables.some(({ players }) => countEqual(odd, players[0]!, players[1]!) === 1)).toBe(true)
})
