import { visitorZone, yourTime } from "~/lib/time/dates"

/** "10:00 PM your time" for visitors in another time zone. */
export function YourTime({ at, timeZone, className }: { at: string; timeZone: string; className?: string }) {
  const text = yourTime(at, timeZone, visitorZone())
  return text ? <span className={className}>{text}</span> : null
}
