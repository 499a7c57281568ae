import type { MoreNightsProps } from "~/features/events/more/MoreNights"
import { NextDates, nextDates } from "~/features/events/more/NextDates"
import { RelatedNights } from "~/features/events/more/RelatedNights"

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
