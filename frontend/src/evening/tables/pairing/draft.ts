/** The first round of a draft: who sits in which pod, and who sits across. */
import { type Random, shuffle } from "~/common/tables/random"
import type { Pairing, Player } from "~/common/tables/types"
import { bookingNameOf } from "../names"
import { podSizes } from "../pods"

/** Deals players to pods, in the order of their seats. `spread`: guests of one booking sit in different pods, if possible. */
export function dealPods(players: readonly Player[], wholeRoom: boolean, spread: boolean, random: Random): string[][] {
  const sizes = podSizes(players.length, wholeRoom)
  const pods = sizes.map((): Player[] => [])
  const countFriends = (pod: readonly Player[], { _id, name }: Player) =>
    pod.filter((other) => (spread ? bookingNameOf(other.name) === bookingNameOf(name) : other._id === _id)).length
  const order = shuffle(players, random).sort((a, b) => countFriends(players, b) - countFriends(players, a))
  for (const player of order) {
    const [pod] = pods
      .filter((each, i) => each.length < sizes[i]!)
      .sort((a, b) => countFriends(a, player) - countFriends(b, player) || a.length - b.length)
    pod!.push(player)
  }
  return pods.map((pod) => shuffle(pod, random).map((player) => player._id))
}

/** In the first round, players meet who sit across from each other. The last of an odd pod has a bye. */
export function pairAcross(pods: readonly string[][]): Pairing {
  const tables = pods.flatMap((seats) => {
    const half = Math.floor(seats.length / 2)
    return seats.slice(0, half).map((id, i) => ({ players: [id, seats[i + half]!] }))
  })
  return { tables, bye: pods.find((seats) => seats.length % 2 === 1)?.at(-1) ?? null }
}
