import { useEffect, useState } from "react"
import { minutesLeft } from "~/lib/time/hold"
import { serverNow } from "~/lib/time/serverClock"

/** Minutes until an instant, by the server's clock, counted down once a minute; 0 when it is over. */
export function useMinutesLeft(until: string): number {
  const [now, setNow] = useState(serverNow)
  const left = minutesLeft(until, now)
  useEffect(() => {
    if (left === 0) return
    // At the moment the number changes, not some time within the minute after it.
    const next = Date.parse(until) - (left - 1) * 60_000
    const timer = setTimeout(() => setNow(serverNow()), Math.max(250, next - serverNow() + 20))
    return () => clearTimeout(timer)
  }, [until, left, now])
  return left
}
