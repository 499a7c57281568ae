import { formatDateOption, formatDay, whenParts, yourTime, zoneName } from "~/common/lib/time/dates"

interface WhenProps {
  start: string
  /** null if only the start is known */
  end?: string | null
  className?: string
}

/** "Fri, Dec 4 · 7:00–10:00 PM PST", with the visitor's time below it if that differs. */
export function When({ start, end = null, className }: WhenProps) {
  return (
    <p className={className}>
      {end ? <WhenParts {...whenParts(start, end)} /> : `${formatDateOption(start)} ${zoneName(start)}`}
      <YourTime at={start} className="block text-sm font-normal text-ink-2" />
    </p>
  )
}

/** "Fri, Dec 4 · 7:00–10:00 PM PST", whose line only breaks between the day and the times. */
export function WhenParts({ day, hours }: { day: string; hours: string }) {
  return <AtDot before={day} after={hours} />
}

/** Two texts with a dot between, where the line breaks first. If it breaks, the dot is clipped at the left of the second. */
export function AtDot({ before, after }: { before: string; after: string }) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-[0.6em] block">
        <span className="ml-[0.6em] inline-block">{before}</span>{" "}
        <span className="inline-block pl-[0.6em] -indent-[0.6em]">
          <span className="inline-block w-[0.6em] indent-0">{"· "}</span>
          {after}
        </span>
      </span>
    </span>
  )
}

/** "10:00 PM your time" for visitors in another time zone. */
export function YourTime({ at, className }: { at: string; className?: string }) {
  const text = yourTime(at)
  return text ? <span className={className}>{text}</span> : null
}

/**
 * For screen readers: distinguishes the dates of an event in a list of headings. The visible date is next to the name.
 */
export function OnDay({ at }: { at: string }) {
  return (
    <>
      {" "}
      <span className="sr-only">{`on ${formatDay(at)}`}</span>
    </>
  )
}
