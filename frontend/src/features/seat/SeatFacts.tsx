import type { ReactNode } from "react"
import clsx from "clsx"
import type { Seat } from "~/api/queries/seats"
import { shop } from "~/state/shop"
import { PlaceText } from "~/ui/layout/PlaceText"
import { When } from "~/ui/time/When"

interface SeatFactsProps {
  seat: Seat
  /** Whether it is a ticket, which has the foil edge. */
  valid?: boolean
  /** Stands first, when the page's heading has the event and its time. */
  code?: ReactNode
  children?: ReactNode
}

/** What, when and where. */
export function SeatFacts({ seat, valid = false, code, children }: SeatFactsProps) {
  const inHeading = code && "hidden print:block"
  return (
    <div className={clsx("keep-together", valid && "foil")}>
      <article className={clsx("grid gap-2 rounded-card bg-paper p-4", valid ? "shadow-1" : "border border-hair")}>
        {code}
        <h2 className={clsx("[overflow-wrap:anywhere]", inHeading)}>{seat.name}</h2>
        <When
          start={seat.startTime}
          end={seat.endTime}
          timeZone={shop().timeZone}
          className={clsx("font-semibold", inHeading)}
        />
        {seat.eventLocation !== "Default" && (
          <p>
            <PlaceText place={seat.eventLocation} />
          </p>
        )}
        {children}
      </article>
    </div>
  )
}
