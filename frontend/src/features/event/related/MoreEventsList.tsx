import type { MoreEventsProps } from "./MoreEvents"
import { NextDates, nextDates } from "./NextDates"
import { RelatedEvents } from "./RelatedEvents"

export default function MoreEventsList({ product, dates, date }: MoreEventsProps) {
  const { _id, category, eventLocation, canceledDates = [] } = product
  const next = nextDates(dates, canceledDates, date)
  return (
    <>
      <NextDates product={product} dates={next} />
      <RelatedEvents excludedId={_id} category={category} eventLocation={eventLocation} alone={next.length === 0} />
    </>
  )
}
