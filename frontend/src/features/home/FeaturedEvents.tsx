import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { allDatesQuery, productDatesQuery } from "~/api/queries/products"
import { chooseCards } from "./chooseCards"
import { nextOfEach } from "~/shared/card/nextOfEach"
import { wallDay } from "~/lib/time/wallClock"
import { shop } from "~/state/shop"
import { LogoLoader } from "~/ui/feedback/Spinner"
import { ErrorPanel, Skeleton } from "~/ui/feedback/States"
import { useNow } from "~/ui/time/useNow"

const Carousel = lazy(() => import("./Carousel"))

const MIN_SLIDES = 2
const MAX_SLIDES = 12
/** Enough dates for a dozen different events, even if some of them repeat often. */
const MAX_DATES = 200

/** A carousel of the events that are not shown above it, each at its next date, if there are several. */
export function FeaturedEvents() {
  return (
    <div className="wrap pb-12 empty:hidden">
      <Slides />
    </div>
  )
}

function Slides() {
  const now = useNow()
  const today = wallDay(now, shop().timeZone)
  const dates = useQuery(allDatesQuery({ start: today, limit: MAX_DATES }))
  const upcoming = useQuery(productDatesQuery())
  if (dates.isPending || upcoming.isPending) return <LoadingCarousel />
  if (!dates.data) return <ErrorPanel what="the events" onRetry={() => void dates.refetch()} />
  const listed = upcoming.data?.products ?? []
  const above = new Set([...listed.slice(0, 1), ...chooseCards(listed, true)].map(({ _id }) => _id))
  const others = nextOfEach(dates.data, now).filter(({ _id }) => !above.has(_id))
  if (others.length < MIN_SLIDES) return null
  return (
    <Suspense fallback={<LoadingCarousel />}>
      <Carousel dates={others.slice(0, MAX_SLIDES)} />
    </Suspense>
  )
}

function LoadingCarousel() {
  return (
    <div className="relative grid aspect-[8/3] place-items-center">
      <Skeleton className="absolute inset-0 rounded-card" />
      <div className="relative rounded-card bg-paper">
        <LogoLoader />
      </div>
    </div>
  )
}
