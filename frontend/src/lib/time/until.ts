import { formatDay, formatTime, zoneName } from "~/lib/time/dates"

/** "Fri, Dec 4, 6:00 PM PST", when something has to be decided. In its own module, because few pages need it. */
export function formatDeadline(iso: string, timeZone: string): string {
  return `${formatDay(iso, timeZone)}, ${formatTime(iso, timeZone)} ${zoneName(iso, timeZone)}`
}
