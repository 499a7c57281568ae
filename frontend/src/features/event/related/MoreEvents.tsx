import clsx from "clsx"
import { lazy, memo, Suspense } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { Skeleton } from "~/ui/feedback/States"
import { useInView } from "~/ui/hooks/useInView"

const MoreOf = lazy(() => import("./MoreEventsList"))

/** About as high as what comes. It is given up once that is there, so that little to show leaves no hole. */
const room = "h-[64rem] sm:h-[40rem]"

function CardsToCome() {
  return (
    <div className={clsx(room, "grid gap-5 sm:grid-cols-3")}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="rounded-card" />
      ))}
    </div>
  )
}

export interface MoreNightsProps {
  product: ProductDetail
  /** Coming dates, in order */
  dates: readonly Occurrence[]
  /** The one that is chosen */
  date: Occurrence | undefined
}

/**
 * Below an event: the next dates of its series, and a few other nights of its kind. They come once their place is near,
 * in room kept for them, so that neither the first draw nor the first load knows of them. What is pressed above does not
 * draw them anew.
 */
export const MoreNights = memo(function MoreNights(props: MoreNightsProps) {
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
          <Suspense fallback={<CardsToCome />}>
            <MoreOf {...props} />
          </Suspense>
        ) : (
          <div className={room} />
        )}
      </div>
    </section>
  )
})
