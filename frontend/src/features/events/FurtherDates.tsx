import { Link } from "react-router-dom"
import type { UpcomingProduct } from "~/api/types"
import { formatDateOption } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"

/** Links to the event's dates after the one on its card. */
export function FurtherDates({ event: { _id, name, furtherDates } }: { event: UpcomingProduct }) {
  if (furtherDates.length === 0) return null
  return (
    <ul aria-label={`More dates of ${name}`} className="event-card-further">
      {furtherDates.map(({ startTime, inStock }) => (
        <li key={startTime}>
          <Link to={paths.event(_id, startTime)}>{formatDateOption(startTime, shop().timeZone)}</Link>
          {!inStock && " (sold out)"}
        </li>
      ))}
    </ul>
  )
}
