import { send } from "~/common/api/requests"
import type { WaitingEntry } from "~/common/api/types"
import { request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"

const WAITING_AND_SEATS: readonly Tag[] = ["Waiting", "Product", "Bookings", "Order"]

export interface WaitingRequest {
  product: string
  bookingDate: string
  seats: number
  seatsAtLeast: number
}

export const joinWaitingMutation = send(
  (wanted: WaitingRequest) => request<WaitingEntry>("POST", "/api/waiting", wanted),
  WAITING_AND_SEATS,
)

/** Leaves the waiting list, which also passes an offer on. */
export const leaveWaitingMutation = send(
  (id: string) => request<WaitingEntry>("DELETE", `/api/waiting/${encodeURIComponent(id)}`, {}),
  WAITING_AND_SEATS,
)

/** Leaves by the emailed link, without signing in. */
export const leaveByLinkMutation = send(
  (token: string) => request<WaitingEntry>("POST", "/api/waiting/leave", { token }),
  WAITING_AND_SEATS,
)
