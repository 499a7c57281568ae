import { useSyncExternalStore } from "react"
import { visitorZone, yourTime } from "~/lib/time/dates"

const never = () => () => {}

/** "10:00 PM your time" for visitors whose clock stands elsewhere; comes after the first draw, so give it room. */
export function YourTime({ at, timeZone, className }: { at: string; timeZone: string; className?: string }) {
  const visitor = useSyncExternalStore(never, visitorZone, () => null)
  const text = visitor && yourTime(at, timeZone, visitor)
  return text ? <span className={className}>{text}</span> : null
}
