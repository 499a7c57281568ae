import type { MoreNightsProps } from "~/features/events/more/MoreNights"
import { NextDates, nextDates } from "~/features/events/more/NextDates"
import { RelatedNights } from "~/features/events/more/RelatedNights"

export default function MoreOf({ product, dates, date }: MoreNightsProps) {
  const { _id, category, eventLocation } = product
  return (
    <>
      <NextDates product={product} dates={nextDates(dates, date)} />
      <RelatedNights besides={_id} category={category} eventLocation={eventLocation} />
    </>
  )
}
