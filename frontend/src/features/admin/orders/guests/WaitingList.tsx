import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { removeFromWaitingMutation, type StaffWaitingEntry, waitingListQuery } from "~/api/queries/staff/dates"
import { counted, fullName } from "~/lib/text"
import { formatDeadline } from "~/lib/time/until"
import { shop } from "~/state/shop"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { Button } from "~/ui/layout/Button"

const ReasonDialog = lazyDialog(() => import("~/features/admin/orders/review/ReasonDialog"))

/** Who waits for seats on a date. Nothing while the list is empty. */
export function WaitingList({ product, startTime }: { product: string; startTime: string }) {
  const { data: list } = useQuery(waitingListQuery(product, startTime))
  const [removed, setRemoved] = useState<StaffWaitingEntry | null>(null)
  const remove = useMutation(removeFromWaitingMutation)
  if (!list || list.entries.length === 0) return null
  return (
    <section aria-labelledby="waiting-list" className="no-print grid gap-2">
      <h2 id="waiting-list">Waiting list</h2>
      <p className="count text-ink-2">
        {counted(list.freeSeats, "free seat")}, {list.promisedSeats} offered
      </p>
      <ol className="rounded-card border border-hair bg-paper">
        {list.entries.map((entry) => (
          <li
            key={entry._id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hair px-4 py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              <span className="font-semibold">{fullName(entry.user)}</span>
              <span className="block text-sm">
                <a href={`mailto:${entry.user.email}`} className="underline">
                  {entry.user.email}
                </a>
              </span>
            </span>
            <span className="count">{stateText(entry)}</span>
            <Button look="removes" aria-label={`Remove ${fullName(entry.user)}`} onClick={() => setRemoved(entry)}>
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <ReasonDialog
        open={removed !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoved(null)}
        title={removed ? `Remove ${fullName(removed.user)}?` : ""}
        description="They lose their place, and seats that are offered to them go to the next person."
        hint="For the audit log. It isn't emailed."
        action="Remove"
        busyText="Removing…"
        send={async (reason) => void (removed && (await remove.mutateAsync({ id: removed._id, reason })))}
      />
    </section>
  )
}

/** "Number 2: 3 seats, at least 2", or "Offered 3 seats until Fri, Dec 4 · 6:00 PM PST" */
function stateText({ position, seats, seatsAtLeast, offer }: StaffWaitingEntry): string {
  if (offer) return `Offered ${counted(offer.seats, "seat")} until ${formatDeadline(offer.until, shop().timeZone)}`
  const atLeast = seatsAtLeast < seats ? `, at least ${seatsAtLeast}` : ""
  return `Number ${position}: ${counted(seats, "seat")}${atLeast}`
}
