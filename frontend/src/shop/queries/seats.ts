/** The codes of a booking, the links with which buyers give its seats to friends, the seats, and what they are asked. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, send } from "~/common/api/requests"
import { request } from "~/common/api/client"
import { queryOptions } from "@tanstack/react-query"
import type { BookingLinks, ClaimSeat, Pass, Schemas, Seat, SeatLink } from "~/common/api/types"

const linksOf = (bookingId: string) => `/api/bookings/${encodeURIComponent(bookingId)}/links`
const at = (token: string, action = "") => `/api/seats/${encodeURIComponent(token)}${action}`

/** The links of one's own booking, without those that were revoked. */
export const bookingLinksQuery = (bookingId: string) =>
  get<BookingLinks>(["Order", "links", bookingId], linksOf(bookingId), {
    staleTime: 0, // friends may have claimed seats since
    meta: { loud: true },
  })

export const createLinksMutation = send(
  ({ bookingId, count }: { bookingId: string; count: number }) =>
    requestOnce<Schemas["SeatLinks"]>("POST", linksOf(bookingId), { count }),
  ["Order"],
)

/** Makes a link invalid. Staff can do this even if a guest has the seat. */
export const revokeLinkMutation = send(
  (linkId: string) => request<SeatLink>("DELETE", `/api/links/${encodeURIComponent(linkId)}`),
  ["Order", "Bookings"],
)

export const seatQuery = (token: string) => get<Seat>(["Seat", token], at(token))

export const claimSeatMutation = send(
  ({ token, guest }: { token: string; guest: ClaimSeat }) => request<Schemas["Ticket"]>("POST", at(token), guest),
  ["Seat"],
)

export const giveBackMutation = send((token: string) =>
  request<Schemas["Message"]>("POST", at(token, "/give-back"), {}),
)

/** Moves seats of a ticket to a new code. */
export const splitPassMutation = send(
  ({ passId, ...part }: { passId: string } & Schemas["SplitPassRequest"]) =>
    request<Pass[]>("POST", `/api/passes/${encodeURIComponent(passId)}/split`, part),
  ["Order"],
)

/** Gives a ticket a new code, because somebody else may know the old one. */
export const replacePassMutation = send(
  (passId: string) => request<Pass[]>("POST", `/api/passes/${encodeURIComponent(passId)}/replace`, {}),
  ["Order"],
)

// --- Questions -------------------------------------------------------------------------------------------------------

/** What tickets may answer. Their codes are in the body, because servers log addresses. */
export const askedQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ["Questions", "mine", codes],
    queryFn: ({ signal }) =>
      request<Schemas["AskedTickets"]>("POST", "/api/questions/mine", { codes }, { signal }).then(
        ({ tickets }) => tickets,
      ),
  })

export const answerMutation = send(
  ({ question, ...answer }: Schemas["AnswerFormRequest"] & { question: string }) =>
    request<void>("POST", `/api/questions/${question}/answer`, answer),
  null,
  "loud",
)
