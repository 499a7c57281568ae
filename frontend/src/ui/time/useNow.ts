import { useSyncExternalStore } from "react"

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

/** The value must not change between ticks, nor be old when a page opens much later. */
function read(): number {
  const present = Date.now()
  if (Math.abs(present - now) >= MINUTE) now = present
  return now
}

/** The time in milliseconds, updated once a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}
