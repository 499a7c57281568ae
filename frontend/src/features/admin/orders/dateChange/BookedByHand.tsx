import { useId } from "react"
import type { DateChange } from "~/api/queries/staff/dateChanges"
import { byHandText } from "./dateChangeText"
import { Hint } from "~/ui/forms/Field"

/** Seats without an order, and who learns of the change. Nothing if there are none. */
export function BookedByHand({ bookings = [] }: { bookings: DateChange["byHand"] | undefined }) {
  const id = useId()
  if (bookings.length === 0) return null
  return (
    <div className="grid gap-1">
      <p id={id} className="font-semibold">
        Booked by hand
      </p>
      <ul aria-labelledby={id} className="grid gap-1">
        {bookings.map((booking, position) => (
          <li key={position} className="[overflow-wrap:anywhere]">
            {byHandText(booking)}
          </li>
        ))}
      </ul>
      <Hint>Whoever booked them gets an email and tells the guests.</Hint>
    </div>
  )
}
