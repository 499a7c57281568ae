import { focusSeats } from "./SeatSelect"
import type { Booking } from "./useBooking"
import { counted } from "~/lib/counted"
import { Button } from "~/ui/layout/Button"

/** Before adding to the seats in the cart: their number after Add to Cart, and a button for just the chosen number. */
export function Adding({ booking }: { booking: Booking }) {
  return (
    <>
      <p className="text-sm font-semibold empty:-mr-4">{sumText(booking)}</p>
      <ChangeSeats booking={booking} />
    </>
  )
}

/** Above Add to Cart while choosing. Below it after an add, so that a second tap doesn't hit it. */
export function ChangeSeats({ booking: { inCart, seats, left, checking, set } }: { booking: Booking }) {
  if (inCart === null || inCart === seats || left === 0 || checking) return null
  return (
    <Button
      look="secondary"
      onClick={() => {
        set()
        focusSeats() // this button disappears
      }}
    >
      Change to {counted(seats, "seat")}
    </Button>
  )
}

/** "Adding 3 more makes 5 seats."; "" for more seats than are left, which Add to Cart reports. */
function sumText({ inCart, seats, left }: Booking): string {
  const all = (inCart ?? 0) + seats
  return all <= left ? `Adding ${seats} more makes ${counted(all, "seat")}.` : ""
}
