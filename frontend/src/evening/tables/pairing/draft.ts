/** The first round of a draft: who sits in which pod. */
import { type Random, shuffle } from "~/common/tables/random"
import type { Player } from "~/common/tables/types"
import { bookingNameOf } from "../names"
import { podSizes } from "../pods"

/** Deals players to pods. `spread`: guests of one booking sit in different pods, if possible. */
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
