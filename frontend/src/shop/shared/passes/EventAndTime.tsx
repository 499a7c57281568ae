import { whenParts } from "~/common/lib/time/dates"
import { shop } from "~/shop/state/shop"
import { WhenParts, YourTime } from "~/common/ui/time/When"

/** The heading of a ticket's page on its day. */
export function EventAndTime({ event, start, end }: { event: string; start: string; end: string }) {
  const { timeZone } = shop()
  return (
    <span className="[overflow-wrap:anywhere]">
      {event}{" "}
      <span className="mt-1 block font-text text-lg font-semibold">
        <WhenParts {...whenParts(start, end, timeZone)} />
        <YourTime at={start} timeZone={timeZone} className="block text-sm font-normal text-ink-2" />
      </span>
    </span>
  )
}
