import { formatDateOption, formatWhen, yourTime, zoneName } from "~/lib/dates"

interface WhenProps {
  start: string
  /** null while only the start is known */
  end?: string | null
  timeZone: string
  className?: string
}

/** "Fri, Dec 4 · 7:00–10:00 PM PST", and below it the visitor's own time where their clock stands elsewhere. */
export function When({ start, end = null, timeZone, className }: WhenProps) {
  const elsewhere = yourTime(start, timeZone)
  return (
    <p className={className}>
      {end ? formatWhen(start, end, timeZone) : `${formatDateOption(start, timeZone)} ${zoneName(start, timeZone)}`}
      {elsewhere && <span className="block text-sm text-ink-2">{elsewhere}</span>}
    </p>
  )
}
