/** Staff's requests about events. */
import { get, loud, paged, send } from "~/common/api/requests"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { Changes, Seen } from "~/common/lib/changes"
import type {
  EventFields,
  EventsImport,
  EventUpdate,
  NewEvent,
  ListParams,
  NextDate,
  Product,
  ProductDetail,
  ProductList,
  ProductPreview,
  SaveOptions,
} from "~/common/api/types"

/** A text for which there is no place makes one. */
const EVENTS: readonly Tag[] = ["Product", "Place", "Bookings"]

export interface EventListParams extends ListParams {
  status?: Product["status"]
  /** Events with a date from this instant on, or until it. */
  from?: string
  to?: string
}

/** A page of all events, one row each, with drafts and hidden events. */
export const eventsQuery = (params: EventListParams = {}) =>
  get<ProductList>(["Product", "events", params], `/api/products${queryString({ ...params })}`, paged)

/** The dates that are on now and the next ones, of all published events. */
export const nextDatesQuery = () => get<NextDate[]>(["Product", "next-dates"], "/api/products/next-dates", loud)

const at = (id: string, action = "") => `/api/products/${encodeURIComponent(id)}${action}`

/** Creates a draft; missing fields get default values. */
export const createEventMutation = send(
  (fields: NewEvent) => request<ProductDetail>("POST", "/api/products", fields),
  EVENTS,
  "loud",
)

export const previewImportMutation = send((calendar: string) =>
  request<EventsImport>("POST", "/api/products/import", { calendar }),
)

/** Makes all events or none. The digest is that of the preview. */
export const importEventsMutation = send(
  (file: { calendar: string; digest: string }) => request<EventsImport>("POST", "/api/products/import", file),
  EVENTS,
)

export type EventChanges = Changes<EventFields> & SaveOptions

/** Saves, and publishes a draft. Refused with `booked_dates` until `moveBookings` says whether bookings move. */
export const updateEventMutation = send(
  ({ id, fields }: { id: string; fields: EventChanges }) =>
    request<ProductDetail>("PUT", at(id), { productId: id, ...fields }),
  EVENTS,
)

/** The dates after a save, and its effects on booked dates. Saves nothing. */
export const previewQuery = (id: string, fields: EventUpdate) =>
  queryOptions({
    queryKey: ["Product", id, "preview", fields],
    queryFn: ({ signal }) => request<ProductPreview>("POST", at(id, "/preview"), fields, { signal }),
    placeholderData: keepPreviousData,
  })

/** Refused with `archive_instead` if the event has any bookings. */
export const deleteEventMutation = send(
  ({ id, ...seen }: { id: string } & Seen) => request<{ message: string }>("DELETE", at(id), seen),
  EVENTS,
)

/** Hides an event and all of its dates. The digest is that of whom the page showed. */
export const hideEventMutation = send(
  ({ id, digest }: { id: string; digest?: string }) => request<ProductDetail>("POST", at(id, "/archive"), { digest }),
  EVENTS,
  "loud",
)

export const restoreEventMutation = send(
  (id: string) => request<ProductDetail>("POST", at(id, "/restore"), {}),
  EVENTS,
  "loud",
)

interface OneDate {
  id: string
  startTime: string
  /** Of whom the page showed. */
  digest?: string
}

/** Cancels one date. Refused with `date_has_bookings` if seats are sold, unless all of them are refunded. */
export const cancelDateMutation = send(
  ({ id, ...sent }: OneDate & { refund?: true; reason?: string }) =>
    request<ProductDetail>("POST", at(id, "/snooze"), sent),
  ["Product", "Bookings", "Order"],
)

export const bringBackDateMutation = send(
  ({ id, ...sent }: OneDate) => request<ProductDetail>("POST", at(id, "/unsnooze"), sent),
  ["Product", "Bookings", "Order"],
  "loud",
)
