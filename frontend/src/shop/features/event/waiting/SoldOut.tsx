import { focusDates } from "~/shop/features/event/dates/DateSelect"
import type { DateChoice } from "~/shop/features/event/booking/useBooking"
import type { Occurrence } from "~/common/api/types"
import { useFocusOnHash } from "~/shop/layout/useFocusOnHash"
import { formatDateOption, formatDay } from "~/common/lib/time/dates"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button } from "~/common/ui/layout/Button"
import { YourTime } from "~/common/ui/time/When"

interface SoldOutProps {
  /** The next date with seats. */
  next: Occurrence | undefined
  choose: DateChoice["choose"]
}

/** Says that the chosen date is full, and leads to the next one with seats, or to similar events. */
export default function SoldOut({ next, choose }: SoldOutProps) {
  const text = useFocusOnHash("#waiting-list") // the list is below
  return (
    <Notice look="info">
      <p ref={text} tabIndex={-1} className="scroll-mt-[calc(var(--spacing-header)+1rem)] font-semibold">
        This date is sold out.
      </p>
      {next && (
        <>
          <p>
            Next one on <span className="inline-block">{formatDateOption(next.startTime)}.</span>
          </p>
          <YourTime at={next.startTime} className="block text-sm text-ink-2" />
          <div className="mt-2 flex flex-wrap gap-3">
            <Button
              look="secondary"
              onClick={() => {
                choose(next.startTime)
                focusDates() // this button disappears
              }}
            >
              Choose {formatDay(next.startTime)}
            </Button>
            <Button look="quiet" onClick={focusDates}>
              See other dates
            </Button>
          </div>
        </>
      )}
      {!next && (
        <Button look="secondary" className="mt-2" onClick={showSimilarEvents}>
          See similar events
        </Button>
      )}
    </Notice>
  )
}

/** Similar events load when their section is scrolled near. */
function showSimilarEvents() {
  const section = document.getElementById("similar-events")
  section?.scrollIntoView({ block: "start" })
  section?.focus({ preventScroll: true })
}
