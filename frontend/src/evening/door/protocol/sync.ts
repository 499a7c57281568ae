/** Sends the queue, one request at a time, and fetches the list every ten seconds. */
import { Refused } from "~/common/lib/call"
import type { Clock } from "./ports"
import { afterRefusal, answered, type Core, listed, nextBatch, type State } from "./state"
import type { Batch } from "./types"

const LIST_MS = 10_000
/** A list that is older is fetched whole: only a whole one says what time it is. */
const RECENT_MS = 60_000
export const WIPE_AFTER_MS = 6 * 60 * 60 * 1000
const OVER = { why: "over", message: "This event is over." } as const

interface Parts extends Core {
  random: () => number
  endsAt: number
}

export function startSync({ store, apply, storage, network, clock, random, endsAt }: Parts) {
  let isStopped = false
  let isSending = false
  let refreshing: Promise<boolean> | null = null
  const sender = makeSleeper(clock)
  const lister = makeSleeper(clock)

  /** Sends what is queued now, even while waiting to try again. */
  function send(): void {
    if (isSending) sender.wake()
    else void sendAll()
  }

  async function sendAll(): Promise<void> {
    isSending = true
    for (let batch = next(); batch; batch = next()) {
      const progress = await sendBatch(batch)
      if (!progress) await sender.sleep(retryDelay(store.get().failures, random()))
    }
    isSending = false
  }

  const next = () => (canSend() ? nextBatch(store.get(), clock.now()) : null)
  const canSend = () => !isStopped && (store.get().ended === null || store.get().ended?.why === "closed")

  /** Returns false if the phone has to wait before it sends again. */
  async function sendBatch(batch: Batch): Promise<boolean> {
    const { restores } = store.get()
    try {
      const answer = await network.send(batch)
      if (isStopped) return true
      apply(answered(store.get(), answer, store.get().restores === restores))
      return nextBatch(store.get(), clock.now())?.entries[0]?.seq !== batch.entries[0]?.seq
    } catch (error) {
      if (isStopped) return true
      const next = afterRefusal(store.get(), batch, error)
      if (next) {
        apply(next)
        return true
      }
      if (!handleEnd(error)) apply({ ...store.get(), isOnline: false, failures: store.get().failures + 1 })
      return false
    }
  }

  /** Fetches the list now. Returns whether it arrived. */
  function refresh(): Promise<boolean> {
    refreshing ??= fetchList().finally(() => (refreshing = null))
    return refreshing
  }

  async function fetchList(): Promise<boolean> {
    const { answers, keeps, kept: before } = store.get()
    const isRecent = before !== null && Math.abs(clock.now() - before.at) < RECENT_MS // unless its clock was set
    try {
      const found = await network.list(isRecent ? before.etag : null)
      const { kept } = store.get()
      const isOld = store.get().keeps !== keeps // it may say what was kept for this phone before
      const list =
        isOld && kept ? found && { ...found.list, allotment: kept.list.allotment } : (found?.list ?? kept?.list)
      if (isStopped || !list) return false
      const etag = isOld ? null : found ? found.etag : (kept?.etag ?? null)
      const renewed = { list, etag, at: clock.now() }
      apply(listed(store.get(), renewed, store.get().answers === answers))
      storage.keepList(renewed).catch(() => {}) // without it, a restart waits for the server
      send()
      return true
    } catch (error) {
      if (!isStopped && !handleEnd(error)) apply({ ...store.get(), isOnline: false })
      return false
    }
  }

  /** Returns whether the error says that this phone can't go on. */
  function handleEnd(error: unknown): boolean {
    if (!(error instanceof Refused)) return false
    if (error.status === 401 || error.status === 403) {
      forget(isOver() ? OVER : { why: "signedOut", message: error.message })
      return true
    }
    if (error.code !== "night_closed") return false
    apply({ ...store.get(), isOnline: true, ended: { why: "closed", message: error.message } })
    return true
  }

  /** The list says it: the date may have moved since the phone entered. */
  function getEnd(): number {
    const night = store.get().kept?.list.night
    return night ? Date.parse(night.endTime) : endsAt
  }

  const isOver = () => clock.now() + store.get().offset > getEnd() + WIPE_AFTER_MS && !hasToCount()

  /** Whether the drawer is open, as the shop said lately: until it is closed, the till's link is valid. */
  function hasToCount(): boolean {
    const { kept } = store.get()
    return kept?.list.drawer === "open" && Math.abs(clock.now() - kept.at) < RECENT_MS
  }

  /** The phone's clock may have been set, and the date moved: the shop is asked before the event counts as over. */
  async function keepListing(): Promise<void> {
    while (!isStopped) {
      if (isOver()) forget(store.get().ended)
      if (store.get().ended === null) await refresh()
      if (isOver()) return wipe()
      await lister.sleep(LIST_MS)
    }
  }

  function forget(ended: State["ended"]): void {
    apply({ ...store.get(), kept: null, ended })
    storage.keepList(null).catch(() => {})
  }

  function wipe(): void {
    forget(OVER)
    storage.wipe().catch(() => {})
    stop()
  }

  /** Tries again immediately: the connection is back, or the page is. */
  function wake(): void {
    sender.wake()
    lister.wake()
  }

  function stop(): void {
    isStopped = true
    wake()
  }

  void keepListing()
  send()
  return { send, refresh, wake, stop }
}

export function makeSleeper(clock: Clock) {
  let wake = () => {}
  return {
    sleep: (ms: number) => Promise.race([clock.wait(ms), new Promise<void>((resolve) => (wake = resolve))]),
    wake: () => wake(),
  }
}

const SECONDS = [1, 2, 4, 8, 10]
const JITTER = 0.2

/** Returns the milliseconds to wait after this many failures in a row. `random` is from 0 to 1. */
export function retryDelay(failures: number, random: number): number {
  const seconds = SECONDS[Math.min(failures, SECONDS.length) - 1] ?? SECONDS[0]!
  return Math.round(seconds * 1000 * (1 + JITTER * (2 * random - 1)))
}
