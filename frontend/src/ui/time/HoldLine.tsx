import { useEffect } from "react"
import { counted } from "~/lib/counted"
import { formatTime, yourTime } from "~/lib/time/dates"
import { formatDeadline } from "~/lib/time/until"
import { announce } from "~/ui/feedback/announce"
import { useMinutesLeft } from "~/ui/time/useMinutesLeft"

const MINUTES_SHOWN = 120 // seats from a waiting list are held for up to a day

interface HoldLineProps {
  /** When the hold expires. */
  until: string
  timeZone: string
  /** Whether there is a payment button next to it. */
  canPay?: boolean
}

/** "Your seats are held until 7:42 PM" with the minutes left, which are announced at 5 and at 1. */
export function HoldLine({ until, timeZone, canPay = true }: HoldLineProps) {
  const left = useMinutesLeft(until)
  useEffect(() => {
    if (left === 5 || left === 1) announce(`Your seats are held for ${counted(left, "more minute")}.`)
  }, [left])
  if (left === 0) return <p>Your hold expired.{canPay && " Pay to try for these seats again."}</p>
  const isLong = left > MINUTES_SHOWN
  const end = isLong ? formatDeadline(until, timeZone) : formatTime(until, timeZone)
  const visitorTime = !isLong && yourTime(until, timeZone)
  return (
    <p>
      Your seats are held until <strong className="count">{end}</strong>
      {visitorTime && ` (${visitorTime})`}.{" "}
      {!isLong && <span className="count text-ink-2">{counted(left, "minute")} left.</span>}
    </p>
  )
}
