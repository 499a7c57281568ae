import { Link } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatDateOption } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { YourTime } from "~/ui/time/YourTime"

const MAX_DATES = 4

/** The next few dates after the chosen one. */
export function nextDates(dates: readonly Occurrence[], date: Occurrence | undefined): Occurrence[] {
  return dates.filter(({ startTime }) => !date || startTime > date.startTime).slice(0, MAX_DATES)
}

/** Links to these dates, with their seats left. */
export function NextDates({ product: { _id, name }, dates }: { product: ProductDetail; dates: Occurrence[] }) {
  if (dates.length === 0) return null
  const { timeZone } = shop()
  return (
    <ul aria-label={`Next dates of ${name}`} className="mb-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {dates.map(({ startTime, countInStock }) => (
        <li key={startTime}>
          <Link
            to={paths.event(_id, startTime)}
            className="block h-full rounded-md border border-line bg-paper px-3 py-2 text-ink no-underline hover:bg-malt"
          >
            <span className="block font-semibold underline">{formatDateOption(startTime, timeZone)}</span>{" "}
            <span className="flex min-h-6 flex-wrap gap-x-3 text-sm text-ink-2">
              <span className="count">{countInStock > 0 ? `${counted(countInStock, "seat")} left` : "Sold out"}</span>
              <YourTime at={startTime} timeZone={timeZone} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
