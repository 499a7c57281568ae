import type { ComponentProps } from "react"
import { formatDay } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { CheckboxChoice } from "~/ui/forms/Choice"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { bookingText, type SoldBooking } from "./bookings"

type SeatChoiceProps = Omit<ComponentProps<typeof CheckboxChoice>, "label" | "value"> & {
  booking: SoldBooking
  /** How many of its seats are chosen; undefined if the booking isn't chosen. */
  seats: number | undefined
  onSeats: (seats: number) => void
}

/** A booking of the order, with a number of seats once it is chosen and has more than one. */
export function SeatChoice({ booking, seats, onSeats, ...checkbox }: SeatChoiceProps) {
  const { timeZone } = shop()
  return (
    <div>
      <CheckboxChoice label={bookingText(booking, timeZone)} value={booking.id} {...checkbox} />
      {seats !== undefined && booking.seats > 1 && (
        <div className="mb-2 pl-[2.1rem]">
          <SeatStepper
            label={`Seats on ${formatDay(booking.date, timeZone)}`}
            seats={seats}
            most={booking.seats}
            onChange={onSeats}
          />
        </div>
      )}
    </div>
  )
}
