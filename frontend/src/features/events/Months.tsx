import clsx from "clsx"
import type { UpcomingProduct } from "~/api/types"
import { FurtherDates } from "./FurtherDates"
import { cardGrid, cardSizes, DateCard } from "~/shared/card/DateCard"
import { groupByMonth } from "~/lib/time/dates"
import { shop } from "~/state/shop"

/** The events, grouped by the month of their next date. `old` dims them while they are being replaced. */
export function Months({ events, old }: { events: UpcomingProduct[]; old: boolean }) {
  const months = groupByMonth(events, shop().timeZone)
  return (
    <div aria-busy={old || undefined} className={clsx("grid gap-8 transition-opacity", old && "opacity-60")}>
      {months.map(({ heading, dates: ofMonth }, month) => (
        <section key={heading} aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`} className="mb-3 border-b-2 border-hair pb-1">
            {heading}
          </h2>
          <ul className={clsx(cardGrid, "has-further")}>
            {ofMonth.map((event, index) => (
              <li key={event._id}>
                <DateCard date={event} compact quiet sizes={cardSizes} eager={month === 0 && index === 0}>
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
