import type { BookingOptions } from "~/api/queries/changes"
import { DateOptions } from "~/shared/orders/DateOptions"
import { SelectField } from "~/ui/forms/Field"
import type { Offer } from "../offers"
import { ChoiceRow, type ChoiceProps } from "./ChoiceRow"

interface MoveChoiceProps extends ChoiceProps {
  offer: Offer
  options: BookingOptions
  /** The chosen date, or "" */
  to: string
  onDate: (startTime: string) => void
  dateId: string
}

/** Moves the whole booking. */
export function MoveChoice({ offer, options, to, onDate, dateId, ...choice }: MoveChoiceProps) {
  const { seats, refund, dateChange } = options
  const all = seats === 1 ? "Nothing to pay." : `All ${seats} seats move. Nothing to pay.`
  return (
    <ChoiceRow
      label="Move to another date"
      reason={offer.reason}
      hint={refund.allowed && !dateChange ? `${all} The time for a refund isn't extended.` : all}
      {...choice}
    >
      <SelectField id={dateId} label="New date" value={to} onChange={({ target }) => onDate(target.value)}>
        <option value="">Choose a date</option>
        <DateOptions dates={options.move.dates} seats={seats} />
      </SelectField>
    </ChoiceRow>
  )
}
