import { useSyncExternalStore } from "react"

/** The server's time, because the clock of a round is the same on every phone. */
let offset = 0

/** Sets the clock by a response's `Date`, in whole seconds. Smaller differences than these are the connection's. */
export function setClock(date: string | null): void {
  const found = Date.parse(date ?? "") - Date.now()
  if (Math.abs(found - offset) > 2_000) offset = found
}

/** The time in milliseconds. */
export const now = (): number => Date.now() + offset

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

/** The server's time, in whole seconds. */
export function useSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(now() / 1000))
}
