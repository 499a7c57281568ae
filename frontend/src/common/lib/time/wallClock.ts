/** Local times and days of the club, without a time zone. */
import { localTime } from "./clubTime"
import { serverNow } from "./serverClock"

/** Returns an instant as local time: "2026-12-04T19:00". */
export function wallClock(instant: string | number): string {
  return localTime(instant).toISOString().slice(0, 16)
}

/** "2026-12-04" */
export function wallDay(instant: string | number): string {
  return wallClock(instant).slice(0, 10)
}

/** The club's day now. */
export const today = () => wallDay(serverNow())
