import { lazy, Suspense } from "react"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { SkipLink } from "~/ui/layout/SkipLink"
import { LogoLoader } from "~/ui/feedback/Spinner"
import { Skeleton } from "~/ui/feedback/States"
import { useInView } from "~/ui/hooks/useInView"

const Calendar = lazy(() => import("./Calendar"))

const AFTER = "after-calendar"

/** Loaded when it is about to be scrolled into view. */
export function CalendarSection() {
  const heading = useFocusOnHash("#scheduled")
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
        <LoadedInView />
      </section>
      <div id={AFTER} tabIndex={-1} className="wrap h-8" />
    </>
  )
}

function LoadedInView() {
  const [place, near] = useInView()
  return (
    <div ref={place}>
      {near ? (
        <Suspense fallback={<Placeholder />}>
          <Calendar />
        </Suspense>
      ) : (
        <Placeholder />
      )}
    </div>
  )
}

/** As high as the calendar, so that nothing below it moves. */
function Placeholder() {
  return (
    <div className="wrap">
      <div className="relative grid h-[64rem] place-items-center">
        <Skeleton className="absolute inset-0 rounded-card" />
        <div className="relative rounded-card bg-paper">
          <LogoLoader text="Loading the calendar…" />
        </div>
      </div>
    </div>
  )
}
