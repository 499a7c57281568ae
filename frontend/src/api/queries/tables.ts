/** Tournaments, and where tickets play. */
import { queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { components } from "~/api/schema.gen"

type Schemas = components["schemas"]

export type Tournament = Schemas["Tournament"]

/** Where tickets play. Their codes are in the body, because servers log addresses. */
export const ownSeatsQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ["Tables", "mine", codes],
    queryFn: ({ signal }) =>
      request<Schemas["TicketSeatsList"]>("POST", "/api/tables/mine", { codes }, { signal }).then(({ seats }) => seats),
    meta: { quiet: true }, // the ticket is worth more than an error
  })

export const tournamentQuery = (id: string) =>
  queryOptions({
    queryKey: ["Tables", id],
    queryFn: ({ signal }) => request<Tournament>("GET", `/api/tables/${id}`, undefined, { signal }),
    meta: { quiet: true },
  })
