import type { RefundOption } from "~/api/queries/changes"
import { formatMoney } from "~/lib/money"
import { formatDay, formatTime } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import type { Offer } from "../offers"
import { ChoiceRow, type ChoiceProps } from "./ChoiceRow"

export function RefundChoice({
  offer,
  until,
  ...choice
}: ChoiceProps & { offer: Offer } & Pick<RefundOption, "until">) {
  const { timeZone } = shop()
  return (
    <ChoiceRow
      label="Refund"
      amount={formatMoney(offer.amount)}
      reason={offer.reason}
      hint={until && `Until ${formatDay(until, timeZone)}, ${formatTime(until, timeZone)}.`}
      {...choice}
    />
  )
}
