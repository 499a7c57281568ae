import type { Offer } from "../offers"
import { ChoiceRow, type ChoiceProps } from "./ChoiceRow"

export function ReturnChoice({ offer, seats, ...choice }: ChoiceProps & { offer: Offer; seats: number }) {
  return (
    <ChoiceRow
      label={seats === 1 ? "Give the seat back" : "Give the seats back"}
      reason={offer.reason}
      hint="Without a refund, so that somebody else can come."
      {...choice}
    />
  )
}
