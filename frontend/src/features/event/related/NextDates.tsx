import { Link } from "react-router-dom"
import type { CanceledDate, Occurrence, ProductDetail } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatDateOption } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { YourTime } from "~/ui/time/YourTime"

const MAX_DATES = 4

type NextDate = Occurrence | CanceledDate

/** The next few dates after the chosen one, and the canceled ones among them. */
export function nextDates(
  dates: readonly Occurrence[],
  canceled: readonly CanceledDate[],
  date: Occurrence | undefined,
): NextDate[] {
  return [...dates, ...canceled]
    .filter(({ startTime }) => !date || startTime > date.startTime)
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime))
    .slice(0, MAX_DATES)
}

/** Links to these dates, with their seats left. */
export function NextDates({ product: { _id, name }, dates }: { product: ProductDetail; dates: NextDate[] }) {
  const { timeZone } = shop()
  return (
    <ul aria-label={`Next dates of ${name}`} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {dates.map((date) => (
        <li key={date.startTime}>
          {"reason" in date ? (
            <p className="h-full rounded-md border border-line px-3 py-2 text-ink-2">
              <s className="block font-semibold">{formatDateOption(date.startTime, timeZone)}</s>{" "}
              <span className="text-sm wrap-anywhere">Canceled: {date.reason}</span>
            </p>
          ) : (
            <Link
              to={paths.event(_id, date.startTime)}
              className="block h-full rounded-md border border-line bg-paper px-3 py-2 text-ink no-underline hover:bg-malt"
            >
              <span className="block font-semibold underline">{formatDateOption(date.startTime, timeZone)}</span>{" "}
              <span className="flex min-h-6 flex-wrap gap-x-3 text-sm text-ink-2">
                <span className="count">
                  {date.countInStock > 0 ? `${counted(date.countInStock, "seat")} left` : "Sold out"}
                </span>
                <YourTime at={date.startTime} timeZone={timeZone} />
              </span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
