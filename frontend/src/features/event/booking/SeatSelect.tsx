import type { Booking } from "./useBooking"
import { formatSubtotal, formatWithTax } from "~/shared/card/eventTexts"
import { shop } from "~/state/shop"
import { SelectField } from "~/ui/forms/Field"

const SEATS = "seats-to-reserve"

/** For a button that disappears when it is pressed. */
export const focusSeats = () => document.getElementById(SEATS)?.focus()

/** The number of seats, and what they cost. */
export function SeatSelect({ booking, price }: { booking: Booking; price: number }) {
  const { seats, left, checking, setSeats, sum, taxed } = booking
  const { pricePer, taxRate } = shop()
  return (
    <>
      <SelectField
        id={SEATS}
        label="Seats to Reserve"
        value={seats}
        disabled={checking}
        className="grid-cols-[1fr_6rem] items-center"
        onChange={(event) => setSeats(Number(event.target.value))}
      >
        {Array.from({ length: left }, (_, index) => (
          <option key={index + 1} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </SelectField>
      <output className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="money text-lg font-semibold">{formatSubtotal(seats, price, sum, pricePer)}</span>
        {taxRate > 0 && sum > 0 && (
          <span className="text-sm text-ink-2">
            <span className="sr-only">, </span>
            {formatWithTax(taxed)}
          </span>
        )}
      </output>
    </>
  )
}
