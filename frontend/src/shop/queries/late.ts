/** What a till's link sells to late guests, who pay with their own phones. */
import { keepPreviousData } from "@tanstack/react-query"
import { get, send } from "~/common/api/requests"
import { request } from "~/common/api/client"
import type { Schemas } from "~/common/api/types"
import { SEATS_AND_ORDERS } from "~/shop/queries/orders"

const at = (token: string) => `/api/door/late/${encodeURIComponent(token)}`

/** The link's date, the seats left, and what so many seats cost this user. */
export const lateOfferQuery = (token: string, seats: number, userId: string | undefined) =>
  get<Schemas["LateOffer"]>(["Quote", userId ?? null, token, seats], `${at(token)}?seats=${seats}`, {
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false, // while the guest pays, their own order takes seats
  })

type LateOrder = Schemas["LateOrderFormRequest"] & { token: string; idempotencyKey: string }

export const placeLateOrderMutation = send(
  ({ token, idempotencyKey, ...order }: LateOrder) =>
    request<Schemas["LateOrder"]>("POST", at(token), order, { headers: { "Idempotency-Key": idempotencyKey } }),
  SEATS_AND_ORDERS,
)
