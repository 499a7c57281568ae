import { useSyncExternalStore } from "react"
import { now } from "../clock"

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/** The server's time, in whole seconds. */
export function useSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(now() / 1000))
}
