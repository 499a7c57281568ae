import { useSyncExternalStore } from "react"
import { serverNow } from "~/lib/time/serverClock"

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/** The server's time, in whole seconds. */
export function useSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1000))
}
