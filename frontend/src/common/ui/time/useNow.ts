import { useSyncExternalStore } from "react"
import { serverNow } from "~/common/lib/time/serverClock"

const MINUTE = 60_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, MINUTE)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns a value that doesn't change between ticks and isn't outdated when a page opens much later. */
function read(): number {
  const present = Date.now()
  if (Math.abs(present - now) >= MINUTE) now = present
  return now
}

/** The time in milliseconds, updated every minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}

/** The same by the server's clock: what begins or ends then changes while the page stays open. */
export function useServerNow(): number {
  useNow()
  return serverNow()
}
