import { useQuery } from "@tanstack/react-query"
import { allDatesQuery, productDatesQuery } from "~/shop/queries/products"
import { useFocusOnHash } from "~/shop/layout/useFocusOnHash"
import { wallDay } from "~/common/lib/time/wallClock"
import { nextOfEach } from "~/shop/shared/card/DateCard"
import { ErrorPanel, Skeleton } from "~/common/ui/feedback/States"
import { useInView } from "~/common/ui/hooks/useInView"
import { latePart } from "~/common/ui/layout/latePart"
import { SkipLink } from "~/common/ui/layout/SkipLink"
import { useNow } from "~/common/ui/time/useNow"
import { chooseCards } from "./chooseCards"

const Calendar = latePart(() => import("./calendar/Calendar"), { waiting: CalendarPlaceholder })
const Carousel = latePart(() => import("./Carousel"), { waiting: CarouselPlaceholder })

/** What a large screen has below the cards. Phones neither show nor load it. */
export default function FurtherEvents({ hasMore }: { hasMore: boolean }) {
  return (
    <>
      {hasMore && <FeaturedEvents />}
      <CalendarSection />
    </>
  )
}

const AFTER = "after-calendar"

/** Loaded when it is about to be scrolled into view. */
function CalendarSection() {
  const heading = useFocusOnHash("#scheduled")
  const [place, near] = useInView()
  return (
    <>
      <section aria-labelledby="scheduled" className="relative">
        <div className="wrap">
          <h2 ref={heading} id="scheduled" tabIndex={-1} className="mb-4 text-2xl">
            Scheduled Events
          </h2>
          <SkipLink to={AFTER} className="focus:top-0 focus:right-4">
            Skip the calendar
          </SkipLink>
        </div>
        <div ref={place}>{near ? <Calendar /> : <CalendarPlaceholder />}</div>
      </section>
      <div id={AFTER} tabIndex={-1} className="wrap h-8" />
    </>
  )
}

/** As high as the calendar, so that nothing below it moves. */
function CalendarPlaceholder() {
  return (
    <div className="wrap">
      <Placeholder className="h-[64rem]" text="Loading the calendar…" />
    </div>
  )
}

const MIN_SLIDES = 2
const MAX_SLIDES = 12
/** Enough dates for a dozen different events, even if some of them repeat often. */
const MAX_DATES = 200

/** A carousel of the events that are not shown above it, each at its next date, if there are several. */
function FeaturedEvents() {
  return (
    <div className="wrap pb-12 empty:hidden">
      <Slides />
    </div>
  )
}

function Slides() {
  const now = useNow()
  const today = wallDay(now)
  const dates = useQuery(allDatesQuery({ start: today, limit: MAX_DATES }))
  const upcoming = useQuery(productDatesQuery())
  if (dates.isPending || upcoming.isPending) return <CarouselPlaceholder />
  if (!dates.data) return <ErrorPanel what="the events" onRetry={() => void dates.refetch()} />
  const listed = upcoming.data?.products ?? []
  const above = new Set([...chooseCards(listed, false).slice(0, 1), ...chooseCards(listed, true)].map(({ _id }) => _id))
  const others = nextOfEach(dates.data, now).filter(({ _id }) => !above.has(_id))
  if (others.length < MIN_SLIDES) return null
  return <Carousel dates={others.slice(0, MAX_SLIDES)} />
}

function CarouselPlaceholder() {
  return <Placeholder className="aspect-[8/3]" text="Loading events…" />
}

/** The rotating logo with a text. Doesn't rotate with reduced motion. */
function Placeholder({ className, text }: { className: string; text: string }) {
  return (
    <div className={`relative grid place-items-center ${className}`}>
      <Skeleton className="absolute inset-0 rounded-card" />
      <div className="relative rounded-card bg-paper">
        <div role="status" className="after-a-moment flex flex-col items-center gap-3 p-6 text-ink-2">
          <img src="/static/brand/logo.svg" width={56} height={56} alt="" className="turn" />
          <p>{text}</p>
        </div>
      </div>
    </div>
  )
}
