import type { ProductDate, ProductDateList } from "~/api/types"

/** The number of cards on the home page. */
export const UPCOMING = 5

/**
 * Returns the dates on the home page's cards: the next five. If the first date is in the hero (`heroHasFirst`), its event
 * is left out, unless there is no other event: then the cards have its later dates.
 */
export function chooseCards(dates: readonly ProductDate[], heroHasFirst: boolean): ProductDate[] {
  if (!heroHasFirst) return dates.slice(0, UPCOMING)
  const [first, ...later] = dates
  const others = later.filter(({ _id }) => _id !== first!._id)
  return (others.length > 0 ? others : later).slice(0, UPCOMING)
}

/** Whether a large screen has dates to show besides those in the hero and on the cards; also while they are loading. */
export function hasMoreDates(list: ProductDateList | undefined): boolean {
  return !list || list.total > 1 + chooseCards(list.products, true).length
}
