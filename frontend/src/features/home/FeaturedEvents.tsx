import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { allDatesQuery } from "~/api/queries/products"
import { nextOfEach } from "~/shared/card/nextOfEach"
import { wallDay } from "~/lib/time/wallClock"
import { shop } from "~/state/shop"
import { LogoLoader } from "~/ui/feedback/Spinner"
import { ErrorPanel, Skeleton } from "~/ui/feedback/States"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"
import { useNow } from "~/ui/time/useNow"

const Carousel = lazy(() => import("./Carousel"))

const MOST_SLIDES = 12
/** Enough dates to meet a dozen different events, however often some of them repeat. */
const MOST_DATES = 200

/** One slide for each event, at its next date. Phones neither show nor load any of it. */
export function FeaturedEvents() {
  const large = useLargeScreen()
  return (
    <div className="hidden lg:block">
      <div className="wrap pb-12">{large ? <Slides /> : <Turning />}</div>
    </div>
  )
}

function Slides() {
  const now = useNow()
  const today = wallDay(now, shop().timeZone)
  const dates = useQuery(allDatesQuery({ start: today, limit: MOST_DATES }))
  if (dates.isPending) return <Turning />
  if (!dates.data) return <ErrorPanel what="the events" onRetry={() => void dates.refetch()} />
  const slides = nextOfEach(dates.data, now).slice(0, MOST_SLIDES)
  if (slides.length === 0) return null
  return (
    <Suspense fallback={<Turning />}>
      <Carousel dates={slides} />
    </Suspense>
  )
}

function Turning() {
  return (
    <div className="relative grid aspect-[8/3] place-items-center">
      <Skeleton className="absolute inset-0 rounded-card" />
      <div className="relative rounded-card bg-paper">
        <LogoLoader />
      </div>
    </div>
  )
}
