import { X } from "lucide-react"
import { lazy, Suspense, useEffect, useRef } from "react"
import type { ProductDate } from "~/api/types"
import { DateCard } from "~/shared/card/DateCard"
import { formatLongDay } from "~/lib/time/dates"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"

const StaffActions = lazy(() => import("./StaffActions"))

/** A dialog beside the calendar. It isn't modal: the calendar stays usable. */
export function DetailCard({ date, onClose }: { date: ProductDate; onClose: () => void }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" }) // at the calendar's edges the page's header would cover it
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="pointer-events-none absolute inset-y-0 right-4 z-20 w-(--detail)">
      <div
        ref={card}
        role="dialog"
        aria-label={`Event details, ${date.name}, ${formatLongDay(date.startTime, shop().timeZone)}`}
        className="dialog-in pointer-events-auto sticky top-[calc(var(--header-h)+1rem)] max-h-[calc(100vh-var(--header-h)-2rem)] overflow-y-auto rounded-card border border-hair bg-foam p-4 shadow-2"
      >
        <div className="mb-2 flex justify-end">
          <button
            type="button"
            onClick={onClose}
            className="inline-flex min-h-tap items-center gap-1 rounded-md px-3 font-semibold text-ink hover:bg-malt"
          >
            Close
            <X aria-hidden size={20} />
          </button>
        </div>
        <DateCard date={date} heading="h3" headingRef={heading} sizes="max(25vw, 30rem)" />
        {isAdmin && (
          <Suspense>
            <StaffActions date={date} onGone={onClose} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
