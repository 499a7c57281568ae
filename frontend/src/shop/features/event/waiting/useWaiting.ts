import { useQuery } from "@tanstack/react-query"
import { ownWaitingQuery } from "~/shop/queries/ownWaiting"
import type { ProductDetail, WaitingEntry } from "~/common/api/types"
import { serverNow } from "~/common/lib/time/serverClock"
import { isListClosed } from "~/shop/shared/card/eventTexts"
import { type Offered, isFor, isOffered } from "~/shop/shared/offers"
import type { Booking } from "~/shop/features/event/booking/useBooking"
import { useUser } from "~/shop/state/session"
import { useNow } from "~/common/ui/time/useNow"

/**
 * What the chosen date's waiting list shows. "loading": it isn't known yet whether the user has an offer or a place.
 * "elsewhere" is shown in addition: offers for other dates.
 */
export type WaitingState =
  | { kind: "offer"; entry: Offered }
  | { kind: "place"; entry: WaitingEntry }
  | { kind: "join"; missed: boolean }
  | { kind: "sign in" }
  | { kind: "loading" }
  | { kind: "elsewhere"; offers: Offered[] }

export interface Waiting {
  /** null: the list has nothing to show, because seats are left or nobody can join it. */
  state: WaitingState | null
  /** The user's offers for the event's dates, the chosen one included. */
  offers: Offered[]
}

/** The user's offers for an event, and what they can do on the chosen date's waiting list. */
export function useWaiting(product: ProductDetail, { chosenDate, chosenSeats }: Booking): Waiting {
  const { dates, date } = chosenDate
  const { left } = chosenSeats
  useNow() // renders again while the page is open, because the list closes and offers end
  const user = useUser()
  const isPublished = product.status === "published"
  const own = useQuery({ ...ownWaitingQuery(), enabled: user !== null && isPublished && date !== undefined })
  if (!date || !isPublished) return { state: null, offers: [] }

  const entries = user === null ? [] : (own.data ?? []).filter((entry) => entry.product === product._id)
  const offers = entries.filter(isOffered).filter((entry) => dates.some((of) => isFor(entry, of)))

  const state = (): Waiting["state"] => {
    const entry = offers.find((offered) => isFor(offered, date))
    if (entry) return { kind: "offer", entry }
    if (isListClosed(date.startTime, serverNow())) return null
    const place = entries.find((own) => isFor(own, date))
    if (place?.status === "waiting") return { kind: "place", entry: place }
    if (left > 0) return null
    if (user === null) return { kind: "sign in" }
    return own.isPending ? { kind: "loading" } : { kind: "join", missed: place?.status === "expired" }
  }

  return { state: state(), offers }
}
