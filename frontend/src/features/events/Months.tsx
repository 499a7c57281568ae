import clsx from "clsx"
import type { ProductDate } from "~/api/types"
import { cardGrid, cardSizes, DateCard, dateKey } from "~/shared/card/DateCard"
import { groupByMonth } from "~/lib/time/dates"
import { shop } from "~/state/shop"

/** The dates in order, under the months of the venue's calendar. `old` dims what is about to be replaced. */
export function Months({ dates, old }: { dates: ProductDate[]; old: boolean }) {
  const months = groupByMonth(dates, shop().timeZone)
  return (
    <div aria-busy={old || undefined} className={clsx("grid gap-8 transition-opacity", old && "opacity-60")}>
      {months.map(({ heading, dates: ofMonth }, month) => (
        <section key={heading} aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`} className="mb-3 border-b-2 border-hair pb-1">
            {heading}
          </h2>
          <ul className={cardGrid}>
            {ofMonth.map((date, index) => (
              <li key={dateKey(date)}>
                <DateCard date={date} compact sizes={cardSizes} eager={month === 0 && index === 0} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
