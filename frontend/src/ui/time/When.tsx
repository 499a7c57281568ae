import { formatDateOption, whenParts, zoneName } from "~/lib/time/dates"
import { WhenParts } from "~/ui/time/WhenParts"
import { YourTime } from "~/ui/time/YourTime"

interface WhenProps {
  start: string
  /** null if only the start is known */
  end?: string | null
  timeZone: string
  className?: string
}

/** "Fri, Dec 4 · 7:00–10:00 PM PST", with the visitor's time below it if that differs. */
export function When({ start, end = null, timeZone, className }: WhenProps) {
  return (
    <p className={className}>
      {end ? (
        <WhenParts {...whenParts(start, end, timeZone)} />
      ) : (
        `${formatDateOption(start, timeZone)} ${zoneName(start, timeZone)}`
      )}
      <YourTime at={start} timeZone={timeZone} className="block text-sm font-normal text-ink-2" />
    </p>
  )
}
