import type { MoreNightsProps } from "./MoreEvents"
import { NextDates, nextDates } from "./NextDates"
import { RelatedNights } from "./RelatedEvents"

export default function MoreOf({ product, dates, date }: MoreNightsProps) {
  const { _id, category, eventLocation } = product
  const next = nextDates(dates, date)
  return (
    <>
      <NextDates product={product} dates={next} />
      <RelatedNights besides={_id} category={category} eventLocation={eventLocation} alone={next.length === 0} />
    </>
  )
}
