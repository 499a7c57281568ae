/** Local times and days of the club, without a time zone. */
import { formatter } from "./clubTime"
import { serverNow } from "./serverClock"

const DIGITS: Intl.DateTimeFormatOptions = {
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
}

/** Returns an instant as local time: "2026-12-04T19:00". */
export function wallClock(instant: string | number): string {
  const parts = formatter(DIGITS).formatToParts(new Date(instant))
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year!.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`
}

/** "2026-12-04" */
export function wallDay(instant: string | number): string {
  return wallClock(instant).slice(0, 10)
}

/** The club's day now. */
export const today = () => wallDay(serverNow())
