import { formatDay, formatTime } from "~/lib/time/dates"

/** "Fri, 6:00 PM", for times within the next week. */
export function formatDeadline(iso: string, timeZone: string): string {
  return `${formatDay(iso, timeZone).slice(0, 3)}, ${formatTime(iso, timeZone)}`
}

/** "Fri 6:00 PM", for times within the next week. In its own module, because few pages need it. */
export function formatUntil(iso: string, timeZone: string): string {
  return `${formatDay(iso, timeZone).slice(0, 3)} ${formatTime(iso, timeZone)}`
}
