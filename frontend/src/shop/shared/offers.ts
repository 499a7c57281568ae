import type { ProductDate, WaitingEntry } from "~/common/api/types"
import { useQuery } from "@tanstack/react-query"
import { ownWaitingQuery } from "~/shop/queries/ownWaiting"
import { sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { useUser } from "~/shop/state/session"

export type Offered = WaitingEntry & { offer: NonNullable<WaitingEntry["offer"]> }

/** Whether an entry in a waiting list is for the date that starts at this time. */
export const isFor = (entry: WaitingEntry, { startTime }: { startTime: string }) =>
  sameInstant(entry.startTime, startTime)

/** Whether seats are held for the entry's user now. */
export const isOffered = (entry: WaitingEntry): entry is Offered =>
  entry.offer !== null && Date.parse(entry.offer.until) > serverNow()

/** The seats of a full date that are held for the user, or 0. */
export function useHeldSeats(date: Pick<ProductDate, "_id" | "startTime" | "countInStock">): number {
  const user = useUser()
  const own = useQuery({ ...ownWaitingQuery(), enabled: user !== null && date.countInStock === 0 })
  const entries = user ? (own.data ?? []) : []
  return (
    entries.find((entry) => entry.product === date._id && isFor(entry, date) && isOffered(entry))?.offer?.seats ?? 0
  )
}
