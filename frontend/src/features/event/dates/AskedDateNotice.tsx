import { canceledText } from "./canceledText"
import type { Booking } from "~/features/event/booking/useBooking"
import { formatDateOption } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"

/** Why another date is chosen than the one in the URL. */
export default function AskedDateNotice({ booking: { answer, canceled, date } }: { booking: Booking }) {
  if (!date) return null
  const { timeZone } = shop()
  const reason = answer === "past" ? "This date has passed." : "This date is not on our calendar."
  return (
    <Notice look="warning" role="status">
      {canceled ? canceledText(canceled, timeZone) : reason} Next: {formatDateOption(date.startTime, timeZone)}, chosen
      below.
    </Notice>
  )
}
