/** Staff's requests to cancel a date of an event or to move it to a new time, and about its waiting list. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, loud, send } from "~/common/api/requests"
import { queryString, request } from "~/common/api/client"
import type {
  DateChange,
  DateChangePreview,
  DateChangeRequest,
  Schemas,
  StoryEntry,
  WaitingEntry,
} from "~/common/api/types"

const at = (productId: string) => `/api/products/${encodeURIComponent(productId)}/date-changes`

/** Counts whom a change would affect. Changes nothing. */
export const previewDateChangeMutation = send(
  ({ productId, change }: { productId: string; change: DateChangeRequest }) =>
    request<DateChangePreview>("POST", at(productId), { ...change, preview: true }),
)

export const changeDateMutation = send(
  ({ productId, change }: { productId: string; change: DateChangeRequest }) =>
    requestOnce<{ _id: string }>("POST", at(productId), change),
  ["Product", "Bookings", "Order", "Waiting"],
)

/** Whom canceling or bringing back a date concerns, or, without a date, hiding the event. Counted for each question. */
export const concernedQuery = (productId: string, when?: string) =>
  get<DateChangePreview>(
    ["Order", "concerned", productId, when],
    `/api/products/${encodeURIComponent(productId)}/concerned${queryString({ when })}`,
    { gcTime: 0, staleTime: 0 },
  )

/** Books seats without an order. */
export const bookByHandMutation = send(
  (booking: { product: string; bookingDate: string; reservationSeats: number; reason: string }) =>
    request<Schemas["Booking"]>("POST", "/api/bookings", booking),
  ["Bookings", "Door", "Product"],
)

/** How far a change has got, counted now. */
export const dateChangeQuery = (id: string) =>
  get<DateChange>(["Order", "date-change", id], `/api/date-changes/${encodeURIComponent(id)}`)

/** What became of a date, newest first. */
export const storyQuery = (productId: string, when: string) =>
  get<StoryEntry[]>(
    ["Bookings", "story", productId, when],
    `/api/products/${encodeURIComponent(productId)}/story${queryString({ when })}`,
  )

// --- The waiting list ------------------------------------------------------------------------------------------------

export const waitingListQuery = (productId: string, startTime: string) =>
  get<Schemas["WaitingList"]>(
    ["Waiting", productId, startTime],
    `/api/products/${encodeURIComponent(productId)}/waiting${queryString({ startTime })}`,
    loud,
  )

export const removeFromWaitingMutation = send(
  ({ id, reason }: { id: string; reason: string }) =>
    request<WaitingEntry>("DELETE", `/api/waiting/${encodeURIComponent(id)}`, { reason }),
  ["Waiting", "Product", "Bookings", "Order"],
)
