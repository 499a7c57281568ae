/** Staff's requests about events. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { components } from "~/common/api/schema.gen"
import type { Product, ProductDetail, ProductForm, ProductList, ProductPreview } from "~/common/api/types"

export type NextDate = components["schemas"]["NextDate"]

const EVENTS: readonly Tag[] = ["Product", "Bookings"]

export interface EventListParams {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
  status?: Product["status"]
  /** Events with a date from this instant on, or until it. */
  from?: string
  to?: string
}

/** A page of all events, one row each, with drafts and archived events. */
export const eventsQuery = (params: EventListParams = {}) =>
  queryOptions({
    queryKey: ["Product", "events", params],
    queryFn: ({ signal }) =>
      request<ProductList>("GET", `/api/products${queryString({ ...params })}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

/** The dates that are on now and the next ones, of all published events. */
export const nextDatesQuery = () =>
  queryOptions({
    queryKey: ["Product", "next-dates"],
    queryFn: ({ signal }) => request<NextDate[]>("GET", "/api/products/next-dates", undefined, { signal }),
  })

const at = (id: string, action = "") => `/api/products/${encodeURIComponent(id)}${action}`

/** Creates a draft; missing fields get default values. */
export const createEventMutation = mutationOptions({
  mutationFn: (fields: ProductForm) => request<ProductDetail>("POST", "/api/products", fields),
  meta: { invalidates: EVENTS },
})

/** Saves, and publishes a draft. Refused with `booked_dates` until `moveBookings` says whether bookings move. */
export const updateEventMutation = mutationOptions({
  mutationFn: ({ id, fields }: { id: string; fields: ProductForm }) =>
    request<ProductDetail>("PUT", at(id), { productId: id, ...fields }),
  meta: { invalidates: EVENTS, quiet: true },
})

/** The dates after a save, and its effects on booked dates. Saves nothing. */
export const previewQuery = (id: string, fields: ProductForm) =>
  queryOptions({
    queryKey: ["Product", id, "preview", fields],
    queryFn: ({ signal }) => request<ProductPreview>("POST", at(id, "/preview"), fields, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

/** Refused with `archive_instead` if the event has any bookings. */
export const deleteEventMutation = mutationOptions({
  mutationFn: (id: string) => request<{ message: string }>("DELETE", at(id)),
  meta: { invalidates: EVENTS, quiet: true },
})

/** Hides an event and all of its dates. */
export const archiveEventMutation = mutationOptions({
  mutationFn: (id: string) => request<ProductDetail>("POST", at(id, "/archive"), {}),
  meta: { invalidates: EVENTS },
})

export const restoreEventMutation = mutationOptions({
  mutationFn: (id: string) => request<ProductDetail>("POST", at(id, "/restore"), {}),
  meta: { invalidates: EVENTS },
})

interface OneDate {
  id: string
  startTime: string
}

/** Skips one date. Refused with `date_has_bookings` if seats are sold, unless all of them are refunded. */
export const snoozeDateMutation = mutationOptions({
  mutationFn: ({ id, ...sent }: OneDate & { refund?: true; reason?: string }) =>
    request<ProductDetail>("POST", at(id, "/snooze"), sent),
  meta: { invalidates: ["Product", "Bookings", "Order"], quiet: true },
})

export const unsnoozeDateMutation = mutationOptions({
  mutationFn: ({ id, startTime }: OneDate) => request<ProductDetail>("POST", at(id, "/unsnooze"), { startTime }),
  meta: { invalidates: EVENTS },
})
