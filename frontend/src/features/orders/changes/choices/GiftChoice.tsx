import { formatMoney } from "~/lib/money"
import type { Offer } from "../offers"
import { ChoiceRow, type ChoiceProps } from "./ChoiceRow"

export function GiftChoice({ offer, ...choice }: ChoiceProps & { offer: Offer }) {
  return (
    <ChoiceRow
      label="Keep it as a gift"
      amount={formatMoney(offer.amount)}
      reason={offer.reason}
      hint="The club keeps the money."
      {...choice}
    />
  )
}
