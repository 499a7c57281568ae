import { useEffect, useState } from "react"
import { counted } from "~/common/lib/text"
import { formatDeadline, formatTime, yourTime } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { announce } from "~/common/ui/feedback/announce"

const MINUTES_SHOWN = 120 // seats from a waiting list are held for up to a day

interface HoldLineProps {
  /** When the hold expires. */
  until: string
  /** Whether there is a payment button next to it. */
  canPay?: boolean
}

/** "Your seats are held until 7:42 PM" with the minutes left, which are announced at 5 and at 1. */
export function HoldLine({ until, canPay = true }: HoldLineProps) {
  const left = useMinutesLeft(until)
  useEffect(() => {
    if (left === 5 || left === 1) announce(`Your seats are held for ${counted(left, "more minute")}.`)
  }, [left])
  if (left === 0) return <p>Your hold expired.{canPay && " Pay to try for these seats again."}</p>
  const isLong = left > MINUTES_SHOWN
  const end = isLong ? formatDeadline(until) : formatTime(until)
  const visitorTime = !isLong && yourTime(until)
  return (
    <p>
      Your seats are held until <strong className="count">{end}</strong>
      {visitorTime && ` (${visitorTime})`}.{" "}
      {!isLong && <span className="count text-ink-2">{counted(left, "minute")} left.</span>}
    </p>
  )
}

/** Minutes until an instant by the server's clock, updated every minute; 0 if it has passed. */
function useMinutesLeft(until: string): number {
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

/** Whole minutes until an instant, rounded up; 0 if it has passed. */
function minutesLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000))
}
