import { Link } from "react-router-dom"
import type { UpcomingProduct } from "~/api/types"
import { formatDateOption } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"

/** Links to the event's dates after the one on its card, and its canceled dates until the last of them. */
export function FurtherDates({
  event: { _id, name, startTime, furtherDates, canceledDates = [] },
}: {
  event: UpcomingProduct
}) {
  const last = furtherDates.at(-1)?.startTime ?? startTime
  const canceled = canceledDates.filter((date) => date.startTime < last)
  const dates = [...furtherDates, ...canceled].toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  if (dates.length === 0) return null
  const { timeZone } = shop()
  return (
    <ul aria-label={`More dates of ${name}`} className="event-card-further">
      {dates.map((date) => (
        <li key={date.startTime}>
          <Link to={paths.event(_id, date.startTime)}>
            {"reason" in date ? (
              <s>{formatDateOption(date.startTime, timeZone)}</s>
            ) : (
              formatDateOption(date.startTime, timeZone)
            )}
          </Link>
          {"reason" in date ? " (canceled)" : !date.inStock && " (sold out)"}
        </li>
      ))}
    </ul>
  )
}
