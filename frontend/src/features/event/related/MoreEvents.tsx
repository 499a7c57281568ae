import clsx from "clsx"
import { lazy, memo, Suspense } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { Skeleton } from "~/ui/feedback/States"
import { useInView } from "~/ui/hooks/useInView"

const MoreEventsList = lazy(() => import("./MoreEventsList"))

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

export interface MoreEventsProps {
  product: ProductDetail
  /** The upcoming dates, in order. */
  dates: readonly Occurrence[]
  /** The chosen date. */
  date: Occurrence | undefined
}

/**
 * Below an event: the next dates of its series, and similar events. They load into reserved space when it is scrolled
 * near, which keeps the first load small. Memoized, so that changes in the booking box don't render them again.
 */
export const MoreEvents = memo(function MoreEvents(props: MoreEventsProps) {
  const [place, near] = useInView<HTMLElement>()
  const heading = useFocusOnHash("#more-nights")
  return (
    <section ref={place} aria-labelledby="more-nights" className="wrap pb-10 has-[[data-missing]]:hidden">
      <h2
        ref={heading}
        id="more-nights"
        tabIndex={-1}
        className="mb-4 scroll-mt-[var(--header-h)] border-t-2 border-hair pt-6"
      >
        Similar events
      </h2>
      <div data-late>
        {near ? (
          <Suspense fallback={<LoadingCards />}>
            <MoreEventsList {...props} />
          </Suspense>
        ) : (
          <div className={reservedHeight} />
        )}
      </div>
    </section>
  )
})
