import { formatDateOption, groupByMonth } from "~/common/lib/time/dates"

interface DateOptionsProps {
  dates: readonly { startTime: string; countInStock: number }[]
  /** Dates with fewer seats can't be chosen. */
  seats: number
}

/** The options of a select for the new date of a booking. */
export function DateOptions({ dates, seats }: DateOptionsProps) {
  return groupByMonth(dates).map(({ heading, dates: ofMonth }) => (
    <optgroup key={heading} label={heading}>
      {ofMonth.map(({ startTime, countInStock }) => (
        <option key={startTime} value={startTime} disabled={countInStock < seats}>
          {formatDateOption(startTime) + shortage(countInStock, seats)}
        </option>
      ))}
    </optgroup>
  ))
}

function shortage(left: number, seats: number): string {
  if (left >= seats) return ""
  return left > 0 ? ` (only ${left} left)` : " (sold out)"
}
