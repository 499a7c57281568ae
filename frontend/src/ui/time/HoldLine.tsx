import { useEffect } from "react"
import { counted } from "~/lib/counted"
import { formatTime, yourTime } from "~/lib/time/dates"
import { announce } from "~/ui/feedback/announce"
import { useMinutesLeft } from "~/ui/time/useMinutesLeft"

interface HoldLineProps {
  /** When the hold ends. */
  until: string
  timeZone: string
  /** Whether a payment button is beside it. */
  canPay?: boolean
}

/** "Your seats are held until 7:42 PM", with the minutes left; announced at 5 minutes and at 1. */
export function HoldLine({ until, timeZone, canPay = true }: HoldLineProps) {
  const left = useMinutesLeft(until)
  useEffect(() => {
    if (left === 5 || left === 1) announce(`Your seats are held for ${counted(left, "more minute")}.`)
  }, [left])
  if (left === 0) return <p>Your hold expired.{canPay && " Pay to try for these seats again."}</p>
  const theirs = yourTime(until, timeZone)
  return (
    <p>
      Your seats are held until <strong className="count">{formatTime(until, timeZone)}</strong>
      {theirs && ` (${theirs})`}. <span className="count text-ink-2">{counted(left, "minute")} left.</span>
    </p>
  )
}
