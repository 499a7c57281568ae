/** Draft: players sit in pods of 6 to 10, best of 8, and play inside them. */
import { bookingNameOf } from "~/tables/names"
import { shuffle, type Random } from "~/tables/random"
import type { Player, Tournament } from "~/tables/types"
import type { Pairing } from "./swiss"

const LEAST = 6
const BEST = 8
const MOST = 10

/**
 * Returns the sizes of pods to choose from: none for fewer than 6 players, two for 11, otherwise one. An odd pod has a
 * bye every round, so there are as few as possible; then sizes are near 8; then there are few pods.
 */
export function choosePods(players: number): number[][] {
  if (players === 11) return [[11], [6, 5]]
  const rate = (sizes: number[]) => [
    sizes.filter((size) => size % 2 === 1).length,
    sizes.reduce((sum, size) => sum + Math.abs(size - BEST), 0),
    sizes.length,
  ]
  const compare = (one: number[], other: number[]) =>
    rate(one)
      .map((value, i) => value - rate(other)[i]!)
      .find((order) => order !== 0) ?? 0
  return splitInto(players, MOST).toSorted(compare).slice(0, 1)
}

/** Returns all ways to split players into pods of at most this size, the largest pod first. */
function splitInto(players: number, most: number): number[][] {
  if (players === 0) return [[]]
  const sizes = Array.from({ length: Math.max(0, most - LEAST + 1) }, (_, i) => most - i).filter(
    (size) => size <= players,
  )
  return sizes.flatMap((size) => splitInto(players - size, size).map((others) => [size, ...others]))
}

/** 11 players are one pod if they are paired in the whole room, otherwise 6 and 5. */
function podSizes(players: number, wholeRoom: boolean): number[] {
  const choices = choosePods(players)
  return (wholeRoom ? choices[0] : choices.at(-1)) ?? []
}

/** Deals players to pods, in the order of their seats. `spread`: guests of one booking sit in different pods, if possible. */
export function dealPods(players: readonly Player[], wholeRoom: boolean, spread: boolean, random: Random): string[][] {
  const bookings = new Map<string, Player[]>()
  for (const player of shuffle(players, random)) {
    const booking = spread ? bookingNameOf(player.name) : player._id
    bookings.set(booking, [...(bookings.get(booking) ?? []), player])
  }
  const pods = podSizes(players.length, wholeRoom).map((size) => ({ size, seats: [] as string[] }))
  for (const guests of [...bookings.values()].toSorted((one, other) => other.length - one.length)) {
    const together = new Set(guests.map((guest) => guest._id))
    for (const { _id } of guests) {
      const friends = (seats: string[]) => seats.filter((id) => together.has(id)).length
      const [pod] = pods
        .filter(({ size, seats }) => seats.length < size)
        .toSorted((a, b) => friends(a.seats) - friends(b.seats) || b.size - b.seats.length - (a.size - a.seats.length))
      pod!.seats.push(_id)
    }
  }
  return pods.map(({ seats }) => shuffle(seats, random))
}

/** In the first round, players meet who sit across from each other. The last of an odd pod has a bye. */
export function pairAcross(pods: readonly string[][]): Pairing {
  const tables = pods.flatMap((seats) => {
    const half = Math.floor(seats.length / 2)
    return seats.slice(0, half).map((id, i) => ({ players: [id, seats[i + half]!] }))
  })
  return { tables, bye: pods.find((seats) => seats.length % 2 === 1)?.at(-1) ?? null }
}

/** Returns the pods of a draft, in the order of their seats. The first round says who sat where. */
export function podsOf({ rounds, wholeRoom }: Tournament): string[][] {
  const [first] = rounds
  if (!first) return []
  const tables = [...first.tables]
  return podSizes(2 * tables.length + (first.bye ? 1 : 0), wholeRoom).map((size) => {
    const players = tables.splice(0, Math.floor(size / 2)).map((table) => table.players)
    const seats = [0, 1].flatMap((side) => players.map((pair) => pair[side]!))
    return size % 2 === 1 && first.bye ? [...seats, first.bye] : seats
  })
}
