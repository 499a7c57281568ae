/** Draft: players sit in pods of 6 to 10, best of 8, and play inside them. */
import { playersIn } from "~/common/tables/facts"
import type { Tournament } from "~/common/tables/types"

const SIZES = [10, 9, 8, 7, 6]
const BEST = 8

/**
 * Returns the sizes of pods to choose from: none for fewer than 6 players, two for 11, otherwise one. An odd pod has a
 * bye every round, so there are as few as possible; then sizes are near 8; then there are few pods.
 */
export function choosePods(players: number): number[][] {
  if (players === 11) return [[11], [6, 5]]
  const costOf = (sizes: number[]) =>
    sizes.reduce((sum, size) => sum + (size % 2) * 10 ** 6 + Math.abs(size - BEST) * 10 ** 3 + 1, 0)
  const splits = splitIntoPods(players, SIZES[0]!)
  return [...splits].sort((one, other) => costOf(one) - costOf(other)).slice(0, 1)
}

/** Returns all ways to split players into pods, the largest first and at most this large. */
function splitIntoPods(players: number, most: number): number[][] {
  if (players === 0) return [[]]
  const sizes = SIZES.filter((size) => size <= Math.min(players, most))
  return sizes.flatMap((size) => splitIntoPods(players - size, size).map((others) => [size, ...others]))
}

/** 11 players are one pod if they are paired in the whole room, otherwise 6 and 5. */
export function podSizes(players: number, wholeRoom: boolean): number[] {
  const choices = choosePods(players)
  return (wholeRoom ? choices[0] : choices.at(-1)) ?? []
}

/** Returns the pods of a draft, in the order of their seats. The first round says who sat where. */
export function podsOf({ rounds: [first], wholeRoom }: Tournament): string[][] {
  if (!first) return []
  const tables = [...first.tables]
  return podSizes(playersIn(first).length, wholeRoom).map((size) => {
    const pairs = tables.splice(0, Math.floor(size / 2)).map((table) => table.players)
    const seats = [0, 1].flatMap((side) => pairs.map((pair) => pair[side]!))
    return size % 2 === 1 && first.bye ? [...seats, first.bye] : seats
  })
}
