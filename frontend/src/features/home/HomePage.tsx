import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { useLocation } from "react-router-dom"
import { productDatesQuery } from "~/api/queries/products"
import { CalendarSection } from "~/features/home/calendar/CalendarSection"
import { hasMoreDates } from "./chooseCards"
import { FeaturedEvents } from "./FeaturedEvents"
import { Hero } from "./Hero"
import { Invitation } from "./Invitation"
import { UpcomingEvents } from "./UpcomingEvents"
import { useTitle } from "~/layout/Page"
import { useFocusOnHash } from "~/layout/useFocusOnHash"

const RaisedSoFar = lazy(() => import("~/shared/giving/RaisedSoFar"))

export default function HomePage() {
  useTitle("")
  const dates = useQuery(productDatesQuery())
  const upcoming = useFocusOnHash("#events")
  const hasMore = hasMoreDates(dates.data)
  const asksForCalendar = useLocation().hash === "#scheduled"
  return (
    <>
      <Hero list={dates.data} isLoading={dates.isPending} />
      <UpcomingEvents dates={dates} headingRef={upcoming} />
      <Suspense fallback={<div data-waiting />}>
        {/* With few events, it is in sight at once, and would move what is below. */}
        <RaisedSoFar of={{ season: "current" }} first={!hasMore}>
          {hasMore && <FeaturedEvents />}
          {(hasMore || asksForCalendar) && <CalendarSection />}
          <Invitation />
        </RaisedSoFar>
      </Suspense>
    </>
  )
}
