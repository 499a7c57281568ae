import type { Occurrence } from "~/api/types"
import type { Booking } from "~/features/events/booking/useBooking"
import { formatDateOption, groupByMonth, zoneName } from "~/lib/dates"
import { shop } from "~/state/shop"
import { SelectField } from "~/ui/Field"

/** One group for each month. Full dates are there, but can't be chosen. */
export function DateSelect({ booking: { dates, date, choose } }: { booking: Booking }) {
  const timeZone = shop().timeZone
  return (
    <SelectField
      id="reservation-date"
      label="Reservation Date"
      hint={date && `Times are the venue's (${zoneName(date.startTime, timeZone)}).`}
      value={date?.startTime ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      {groupByMonth(dates, timeZone).map(({ heading, dates: ofMonth }) => (
        <optgroup key={heading} label={heading}>
          {ofMonth.map((row) => (
            <DateOption key={row.startTime} row={row} timeZone={timeZone} />
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

function DateOption({ row: { startTime, countInStock }, timeZone }: { row: Occurrence; timeZone: string }) {
  const full = countInStock === 0
  return (
    <option value={startTime} disabled={full}>
      {formatDateOption(startTime, timeZone) + (full ? " (sold out)" : "")}
    </option>
  )
}
