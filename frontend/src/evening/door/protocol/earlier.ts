/**
 * Sends what the phone recorded at another date, under a number that it no longer has, or before its link ended. The shop
 * counts it if the phone proves that it had that number, and otherwise stores it for the organizer.
 */
import { Refused } from "~/common/lib/call"
import { retryDelay } from "./sync"
import type { Row } from "./log"
import type { Clock, Network } from "./ports"
import { afterRefusal, changedRows, nextBatch, startState, withResults } from "./state"

export interface EarlierLog {
  occurrence: string
  device: string
  /** Oldest first. */
  rows: Row[]
  update: (rows: Row[]) => Promise<void>
}

interface Parts {
  network: Pick<Network, "send">
  clock: Clock
  random: () => number
  /** The phone's number now. */
  device: string
  /** Whether it may go on, as long as the phone does nothing else. */
  isOpen: () => boolean
}

/** Resolves with false if the shop takes nothing from this phone until it opens a link. */
export async function sendEarlier(
  { occurrence, device: earlier, rows, update }: EarlierLog,
  parts: Parts,
): Promise<boolean> {
  const { network, clock, random, device, isOpen } = parts
  let state = startState(earlier, "", 0, rows, null)
  for (let batch = nextBatch(state, clock.now()); batch && isOpen(); batch = nextBatch(state, clock.now())) {
    const { log } = state
    try {
      const { results } = await network.send({ ...batch, device, original: { device: earlier, night: occurrence } })
      state = { ...state, log: withResults(log, results), failures: 0 }
    } catch (error) {
      // What the shop has seen is that of the phone's number now.
      const next = afterRefusal(state, batch, error, 0)
      if (next) state = next
      else if (error instanceof Refused && [401, 403].includes(error.status)) return false
      else {
        state = { ...state, failures: state.failures + 1 }
        await clock.wait(retryDelay(state.failures, random()))
        continue
      }
    }
    // If this fails, they are sent once more, and the server recognizes them.
    await update(changedRows(log, state.log)).catch(() => {})
  }
  return true
}
