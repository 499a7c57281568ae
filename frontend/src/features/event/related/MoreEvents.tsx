import clsx from "clsx"
import { lazy, memo, Suspense } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { serverNow } from "~/lib/time/serverClock"
import { Skeleton } from "~/ui/feedback/States"
import { useInView } from "~/ui/hooks/useInView"
import { NextDates, nextDates } from "./NextDates"

const RelatedEvents = lazy(() => import("./RelatedEvents"))
const LastTournament = lazy(() => import("./LastTournament"))

/** Reserves about the height of the content until it is loaded. */
const reservedHeight = "h-[64rem] sm:h-[40rem]"

function LoadingCards() {
  return (
    <div className={clsx(reservedHeight, "grid gap-5 sm:grid-cols-3")}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="rounded-card" />
      ))}
    </div>
  )
}

interface MoreEventsProps {
  product: ProductDetail
  /** The upcoming dates, in order. */
  dates: readonly Occurrence[]
  /** The chosen date. */
  date: Occurrence | undefined
  /** The past date that was asked for, as in the page's address. */
  past: string | null
}

/**
 * Below an event: the standings of its last date or of the past one that was asked for, the next dates of its series,
 * and similar events. They load into reserved space when they are scrolled near, which keeps the first load small.
 * Memoized, so that changes in the booking box don't render them again.
 */
export const MoreEvents = memo(function MoreEvents({ product, dates, date, past }: MoreEventsProps) {
  const { _id, category, eventLocation, startTime, canceledDates = [] } = product
  const next = nextDates(dates, canceledDates, date)
  const [place, near] = useInView()
  const heading = useFocusOnHash("#more-nights")
  return (
    <div ref={place} className="wrap">
      {near && Date.parse(startTime) <= serverNow() && (
        <Suspense>
          <LastTournament product={_id} past={past} heading={headingLook} />
        </Suspense>
      )}
      {next.length > 0 && (
        <section aria-labelledby="more-dates" className="pb-10">
          <h2 id="more-dates" className={headingLook}>
            More dates
          </h2>
          <NextDates product={product} dates={next} />
        </section>
      )}
      <section aria-labelledby="more-nights" className="pb-10 has-[[data-missing]]:hidden">
        <h2 ref={heading} id="more-nights" tabIndex={-1} className={headingLook}>
          Similar events
        </h2>
        <div data-late>
          {near ? (
            <Suspense fallback={<LoadingCards />}>
              <RelatedEvents excludedId={_id} category={category} eventLocation={eventLocation} />
            </Suspense>
          ) : (
            <div className={reservedHeight} />
          )}
        </div>
      </section>
    </div>
  )
})

const headingLook = "mb-4 scroll-mt-[var(--header-h)] border-t-2 border-hair pt-6"
