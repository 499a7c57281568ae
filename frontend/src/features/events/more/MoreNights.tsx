import { lazy, Suspense } from "react"
import { Link } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { CardSkeletons } from "~/features/events/DateCard"
import { counted } from "~/lib/counted"
import { formatDateOption } from "~/lib/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { useNear } from "~/ui/useNear"
import { YourTime } from "~/ui/YourTime"

const RelatedNights = lazy(() => import("~/features/events/more/RelatedNights"))

const MOST_DATES = 4

interface MoreNightsProps {
  product: ProductDetail
  /** Coming dates, in order */
  dates: readonly Occurrence[]
  /** The one that is chosen */
  date: Occurrence | undefined
}

/** Below an event: the next dates of its series, and a few other nights of its kind. The latter come when they are near. */
export function MoreNights({ product, dates, date }: MoreNightsProps) {
  const [place, near] = useNear<HTMLElement>()
  const { category, eventLocation } = product
  return (
    <section ref={place} aria-labelledby="more-nights" className="wrap pb-10">
      <h2 id="more-nights" className="mb-4 border-t-2 border-hair pt-6">
        More nights like this
      </h2>
      <NextDates product={product} dates={nextDates(dates, date)} />
      <div className="min-h-[52rem] sm:min-h-[34rem]">
        {near ? (
          <Suspense fallback={<CardSkeletons number={3} />}>
            <RelatedNights besides={product._id} category={category} eventLocation={eventLocation} />
          </Suspense>
        ) : (
          <CardSkeletons number={3} />
        )}
      </div>
    </section>
  )
}

/** Those after the chosen date; before it lies what a visitor has passed over. */
export function nextDates(dates: readonly Occurrence[], date: Occurrence | undefined): Occurrence[] {
  return dates.filter(({ startTime }) => !date || startTime > date.startTime).slice(0, MOST_DATES)
}

function NextDates({ product: { _id, name }, dates }: { product: ProductDetail; dates: Occurrence[] }) {
  if (dates.length === 0) return null
  const { timeZone } = shop()
  return (
    <ul aria-label={`Next dates of ${name}`} className="mb-5 grid gap-3 lg:grid-cols-2">
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
