import type { ReactNode } from "react"
import clsx from "clsx"
import type { Seat } from "~/api/queries/seats"
import { shop } from "~/state/shop"
import { PlaceText } from "~/ui/layout/PlaceText"
import { When } from "~/ui/time/When"

/** What, when and where. `valid`: it is a ticket, which has the foil edge. */
export function SeatFacts({ seat, valid = false, children }: { seat: Seat; valid?: boolean; children?: ReactNode }) {
  return (
    <div className={clsx("keep-together", valid && "foil")}>
      <article className={clsx("grid gap-2 rounded-card bg-paper p-4", valid ? "shadow-1" : "border border-hair")}>
        <h2 className="[overflow-wrap:anywhere]">{seat.name}</h2>
        <When start={seat.startTime} end={seat.endTime} timeZone={shop().timeZone} className="font-semibold" />
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
