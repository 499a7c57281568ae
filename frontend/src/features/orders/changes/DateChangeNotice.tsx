import type { OrderBooking } from "~/api/types"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { dateChangeText } from "./dateChangeText"

interface DateChangeNoticeProps {
  booking: OrderBooking
  /** Whether there is money to return. */
  isPaid: boolean
}

/** On a ticket whose date was canceled or moved: what happened and why, and until when its buyer can choose. */
export function DateChangeNotice({ booking, isPaid }: DateChangeNoticeProps) {
  const text = dateChangeText(booking, isPaid, shop().timeZone)
  if (!text) return null
  return (
    <Notice look="warning">
      <p className="font-semibold">{text}</p>
      {booking.dateChange && (
        <p className="[overflow-wrap:anywhere] whitespace-pre-line">{booking.dateChange.reason}</p>
      )}
    </Notice>
  )
}
