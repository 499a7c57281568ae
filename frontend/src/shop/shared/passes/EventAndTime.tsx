import { whenParts } from "~/common/lib/time/dates"
import { WhenParts, YourTime } from "~/common/ui/time/When"

/** The heading of a ticket's page on its day. */
export function EventAndTime({ event, start, end }: { event: string; start: string; end: string }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {event}{" "}
      <span className="mt-1 block font-text text-lg font-semibold">
        <WhenParts {...whenParts(start, end)} />
        <YourTime at={start} className="block text-sm font-normal text-ink-2" />
      </span>
    </span>
  )
}
