import type { ProductDate, ProductDateList } from "~/common/api/types"

/** The number of cards on the home page. */
export const UPCOMING = 5

/**
 * Returns the dates on the home page's cards: of all dates that the page has, the next five with seats, then full ones, and
 * of each kind the first date of each event, then its second one, so that no event takes most of a row. With a hero, which
 * has the first of them, its event is left out, unless there is no other event: then the cards have its other dates. Keep `choose_dates` of bookings/site/pages.py alike.
 */
export function chooseCards(dates: readonly ProductDate[], hasHero: boolean): ProductDate[] {
  const next = withSeatsFirst(dates)
  if (!hasHero) return next
  const later = dates.filter((date) => date !== next[0])
  const others = later.filter(({ _id }) => _id !== next[0]!._id)
  return withSeatsFirst(others.length > 0 ? others : later)
}

function withSeatsFirst(dates: readonly ProductDate[]): ProductDate[] {
  const seen: Record<string, number> = {}
  return [...dates]
    .sort((a, b) => Number(b.inStock) - Number(a.inStock))
    .map((date) => {
      const nth = (seen[date._id] = (seen[date._id] ?? 0) + 1)
      return { date, rank: date.inStock ? nth : dates.length + nth }
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, UPCOMING)
    .map(({ date }) => date)
}

/** Whether a large screen has dates to show besides those in the hero and on the cards, even while they are loading. */
export function hasMoreDates(list: ProductDateList | undefined): boolean {
  return !list || list.total > 1 + chooseCards(list.products, true).length
}
