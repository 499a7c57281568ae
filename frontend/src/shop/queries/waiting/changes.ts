import { mutationOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { WaitingEntry } from "~/common/api/types"

const WAITING_AND_SEATS: readonly Tag[] = ["Waiting", "Product", "Bookings", "Order"]

export interface WaitingRequest {
  product: string
  bookingDate: string
  seats: number
  seatsAtLeast: number
}

export const joinWaitingMutation = mutationOptions({
  mutationFn: (wanted: WaitingRequest) => request<WaitingEntry>("POST", "/api/waiting", wanted),
  meta: { invalidates: WAITING_AND_SEATS, quiet: true },
})

/** Leaves the waiting list, which also passes an offer on. */
export const leaveWaitingMutation = mutationOptions({
  mutationFn: (id: string) => request<WaitingEntry>("DELETE", `/api/waiting/${encodeURIComponent(id)}`, {}),
  meta: { invalidates: WAITING_AND_SEATS, quiet: true },
})

/** Leaves by the emailed link, without signing in. */
export const leaveByLinkMutation = mutationOptions({
  mutationFn: (token: string) => request<WaitingEntry>("POST", "/api/waiting/leave", { token }),
  meta: { invalidates: WAITING_AND_SEATS, quiet: true },
})
