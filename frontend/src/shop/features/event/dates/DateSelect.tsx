import { useMemo } from "react"
import type { DateChoice } from "~/shop/features/event/booking/useBooking"
import type { Offered } from "~/shop/shared/offers"
import { formatDateOption, formatDay, sameInstant } from "~/common/lib/time/dates"
import { dateChoices } from "~/shop/features/event/eventTexts"
import { SelectField } from "~/common/ui/forms/Field"

const DATES = "reservation-date"

/** For what leads to another date and disappears with the chosen one. */
export const focusDates = () => document.getElementById(DATES)?.focus()

interface DateSelectProps {
  chosenDate: DateChoice
  /** The user's offers: their dates aren't sold out for the user. */
  offers: readonly Offered[]
  /** Whether the event has only this one, which its option says. */
  isOnlyDate: boolean
}

/** One group for each month. Full dates can be chosen too, to join their waiting lists. */
export function DateSelect({ chosenDate: { dates, date, choose }, offers, isOnlyDate }: DateSelectProps) {
  const held = offers.map(({ startTime }) => startTime).join(" ")
  // Memoized, because formatting a year of dates takes a slow phone longer than the rest of the page.
  const options = useMemo(() => <Options {...{ dates, held, isOnlyDate }} />, [dates, held, isOnlyDate])
  return (
    <SelectField
      id={DATES}
      label="Reservation Date"
      value={date?.startTime ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      {options}
    </SelectField>
  )
}

interface OptionsProps {
  dates: DateChoice["dates"]
  /** The starts of the dates with offers, with spaces in between. */
  held: string
  isOnlyDate: boolean
}

function Options({ dates, held, isOnlyDate }: OptionsProps) {
  const isHeld = (date: string) => held.split(" ").some((start) => sameInstant(start, date))
  return dateChoices(dates).map(({ heading, dates: ofMonth }) => (
    <optgroup key={heading} label={heading}>
      {ofMonth.map(({ startTime, text }) => (
        <option key={startTime} value={startTime}>
          {isHeld(startTime)
            ? `${formatDateOption(startTime)} (held for you)`
            : isOnlyDate
              ? `${formatDay(startTime)} · One date only` // the page has its time, and a phone no room for it here
              : text}
        </option>
      ))}
    </optgroup>
  ))
}
