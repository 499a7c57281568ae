import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { Navigate, useLocation } from "react-router-dom"
import { productDatesQuery } from "~/api/queries/products"
import { hasMoreDates } from "./chooseCards"
import { Hero } from "./Hero"
import { Invitation } from "./Invitation"
import { UpcomingEvents } from "./UpcomingEvents"
import { useTitle } from "~/layout/Page"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { paths } from "~/paths"
import { loadNextUp, NextUp } from "~/shared/nextUp/NextUp"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"

const FurtherEvents = lazy(() => import("./FurtherEvents"))
const RaisedSoFar = lazy(() => import("~/shared/giving/RaisedSoFar"))

export default function HomePage() {
  useTitle("")
  const dates = useQuery(productDatesQuery())
  const upcoming = useFocusOnHash("#events")
  const hasMore = hasMoreDates(dates.data)
  const large = useLargeScreen()
  const asksForCalendar = useLocation().hash === "#scheduled"
  if (asksForCalendar && !large) return <Navigate to={paths.allDates()} replace />
  return (
    <>
      <NextUp />
      <Hero list={dates.data} isLoading={dates.isPending} />
      <UpcomingEvents dates={dates} headingRef={upcoming} />
      <Suspense fallback={<div data-waiting />}>
        {/* With few events, it is in sight at once, and would move what is below. */}
        <RaisedSoFar of={{ season: "current" }} first={!hasMore}>
          {large && (hasMore || asksForCalendar) && (
            <Suspense fallback={<div data-waiting className="h-svh" />}>
              <FurtherEvents hasMore={hasMore} />
            </Suspense>
          )}
          <Invitation />
        </RaisedSoFar>
      </Suspense>
    </>
  )
}

HomePage.prepare = loadNextUp
