import clsx from "clsx"
import { Link } from "~/common/ui/layout/Link"
import type { UpcomingProduct } from "~/common/api/types"
import { formatDateOption, groupByMonth } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { cardGrid, cardSizes, DateCard } from "~/shop/shared/card/DateCard"

/** On a large screen, where a heading would otherwise break the grid into rows of one or two. */
const CARDS_IN_A_ROW = 3

/**
 * The events, grouped by the month of their next date. Months without a full row of cards share a heading, and an only
 * card shows none: its date says the month. `old` dims them while they are being replaced.
 */
export function Months({ events, old }: { events: UpcomingProduct[]; old: boolean }) {
  const months = groupInRows(events, CARDS_IN_A_ROW)
  return (
    <div aria-busy={old || undefined} className={clsx("grid gap-8 transition-opacity", old && "opacity-60")}>
      {months.map(({ heading, dates: ofMonth }, month) => (
        <section key={heading} aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`} className={ofMonth.length === 1 ? "sr-only" : "mb-3 border-b-2 border-hair pb-1"}>
            {heading}
          </h2>
          <ul className={clsx(cardGrid, "has-further")}>
            {ofMonth.map((event, index) => (
              <li key={event._id}>
                <DateCard date={event} compact sizes={cardSizes} eager={month === 0 && index === 0}>
                  <FurtherDates event={event} />
                </DateCard>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Links to the event's dates after the one on its card, and its canceled dates until the last of them. */
function FurtherDates({
  event: { _id, name, startTime, furtherDates, canceledDates = [] },
}: {
  event: UpcomingProduct
}) {
  const last = furtherDates.at(-1)?.startTime ?? startTime
  const canceled = canceledDates.filter((date) => date.startTime < last)
  const dates = [...furtherDates, ...canceled].sort((a, b) => a.startTime.localeCompare(b.startTime))
  if (dates.length === 0) return null
  return (
    <ul aria-label={`More dates of ${name}`} className="event-card-further">
      {dates.map((date) => (
        <li key={date.startTime}>
          <Link to={paths.event(_id, date.startTime)}>
            {"reason" in date ? <s>{formatDateOption(date.startTime)}</s> : formatDateOption(date.startTime)}
          </Link>
          {"reason" in date ? " (canceled)" : !date.inStock && " (sold out)"}
        </li>
      ))}
    </ul>
  )
}

/**
 * Like groupByMonth, but a heading has at least a row of dates if there are so many: months with fewer share theirs, as in
 * "November – December 2026". Keep bookings/site/first_view.py alike.
 */
export function groupInRows<T extends { startTime: string }>(dates: readonly T[], row: number) {
  const groups: { first: string; heading: string; dates: T[] }[] = []
  let left = dates.length
  for (const { heading, dates: ofMonth } of groupByMonth(dates)) {
    const last = groups.at(-1)
    if (last && (last.dates.length < row || left < row)) {
      last.heading = `${last.first.replace(heading.slice(-5), "")} – ${heading}` // without a year that is the same
      last.dates.push(...ofMonth)
    } else groups.push({ first: heading, heading, dates: [...ofMonth] })
    left -= ofMonth.length
  }
  return groups
}
