import { useMemo } from "react"
import type { Booking } from "./useBooking"
import { dateChoices, zoneHint } from "~/shared/card/eventTexts"
import { shop } from "~/state/shop"
import { SelectField } from "~/ui/forms/Field"

/** One group for each month. Full dates can be chosen too, to join their waiting lists. */
export function DateSelect({ booking: { dates, date, choose } }: { booking: Booking }) {
  const timeZone = shop().timeZone
  // Memoized, because formatting a year of dates takes a slow phone longer than the rest of the page.
  const options = useMemo(() => <Options dates={dates} timeZone={timeZone} />, [dates, timeZone])
  return (
    <SelectField
      id="reservation-date"
      label="Reservation Date"
      hint={date && zoneHint(date.startTime, timeZone)}
      value={date?.startTime ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      {options}
    </SelectField>
  )
}

function Options({ dates, timeZone }: { dates: Booking["dates"]; timeZone: string }) {
  return dateChoices(dates, timeZone).map(({ heading, dates: ofMonth }) => (
    <optgroup key={heading} label={heading}>
      {ofMonth.map(({ startTime, text }) => (
        <option key={startTime} value={startTime}>
          {text}
        </option>
      ))}
    </optgroup>
  ))
}
