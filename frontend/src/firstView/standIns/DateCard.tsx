/** In the place of a date's card: a mark, for which the card's own template is put. */
import type { ProductDate } from "~/api/types"
import { cardMark, type CardLook } from "~/firstView/cards"

export { cardGrid, cardSizes, CardSkeletons, dateKey } from "../../shared/card/DateCard"

export function DateCard({ date, ...look }: CardLook & { date: ProductDate }) {
  return <>{cardMark(date.name, look)}</>
}
