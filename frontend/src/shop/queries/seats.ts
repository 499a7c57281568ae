/** The codes of a booking, the links with which buyers give its seats to friends, and the seat that a link is for. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { components } from "~/common/api/schema.gen"

type Schemas = components["schemas"]

export type Pass = Schemas["Pass"]
export type SeatLink = Schemas["SeatLink"]
export type BookingLinks = Schemas["BookingLinks"]
export type Seat = Schemas["Seat"]
export type ClaimSeat = Schemas["ClaimSeatRequest"]

const linksOf = (bookingId: string) => `/api/bookings/${encodeURIComponent(bookingId)}/links`
const at = (token: string, action = "") => `/api/seats/${encodeURIComponent(token)}${action}`

/** The links of one's own booking, without those that were revoked. */
export const bookingLinksQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ["Order", "links", bookingId],
    queryFn: ({ signal }) => request<BookingLinks>("GET", linksOf(bookingId), undefined, { signal }),
    staleTime: 0, // friends may have claimed seats since
  })

/** A repeated key with the same number of links returns the first result. */
export const createLinksMutation = mutationOptions({
  mutationFn: ({ bookingId, count, idempotencyKey }: { bookingId: string; count: number; idempotencyKey: string }) =>
    request<Schemas["SeatLinks"]>(
      "POST",
      linksOf(bookingId),
      { count },
      { headers: { "Idempotency-Key": idempotencyKey } },
    ),
  meta: { invalidates: ["Order"], quiet: true },
})

/** Makes a link invalid. Staff can do this even if a guest has the seat. */
export const revokeLinkMutation = mutationOptions({
  mutationFn: (linkId: string) => request<SeatLink>("DELETE", `/api/links/${encodeURIComponent(linkId)}`),
  meta: { invalidates: ["Order", "Bookings"], quiet: true },
})

export const seatQuery = (token: string) =>
  queryOptions({
    queryKey: ["Seat", token],
    queryFn: ({ signal }) => request<Seat>("GET", at(token), undefined, { signal }),
    meta: { quiet: true },
  })

export const claimSeatMutation = mutationOptions({
  mutationFn: ({ token, guest }: { token: string; guest: ClaimSeat }) =>
    request<Schemas["Ticket"]>("POST", at(token), guest),
  meta: { invalidates: ["Seat"], quiet: true },
})

export const giveBackMutation = mutationOptions({
  mutationFn: (token: string) => request<Schemas["Message"]>("POST", at(token, "/give-back"), {}),
  meta: { quiet: true },
})

/** Moves seats of a ticket to a new code. */
export const splitPassMutation = mutationOptions({
  mutationFn: ({ passId, ...part }: { passId: string } & Schemas["SplitPassRequest"]) =>
    request<Pass[]>("POST", `/api/passes/${encodeURIComponent(passId)}/split`, part),
  meta: { invalidates: ["Order"], quiet: true },
})

/** Gives a ticket a new code, because somebody else may know the old one. */
export const replacePassMutation = mutationOptions({
  mutationFn: (passId: string) => request<Pass[]>("POST", `/api/passes/${encodeURIComponent(passId)}/replace`, {}),
  meta: { invalidates: ["Order"], quiet: true },
})
