/** Local times of the club, for calendars without time zone support. */
import { formatter } from "./clubTime"

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
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ""
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`
}

/** "2026-12-04" */
export function wallDay(instant: string | number): string {
  return wallClock(instant).slice(0, 10)
}
