import { useEffect, useState } from "react"
import { minutesLeft } from "~/lib/time/hold"
import { serverNow } from "~/lib/time/serverClock"

/** Minutes until an instant by the server's clock, updated every minute; 0 if it has passed. */
export function useMinutesLeft(until: string): number {
  const [now, setNow] = useState(serverNow)
  const left = minutesLeft(until, now)
  useEffect(() => {
    if (left === 0) return
    // The time when the number changes.
    const next = Date.parse(until) - (left - 1) * 60_000
    const timer = setTimeout(() => setNow(serverNow()), Math.max(250, next - serverNow() + 20))
    return () => clearTimeout(timer)
  }, [until, left, now])
  return left
}
