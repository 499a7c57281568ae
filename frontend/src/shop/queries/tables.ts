/** Tournaments: where tickets play, and which dates of an event had one. */
import { get } from "~/common/api/requests"
import { queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { Schemas } from "~/common/api/types"
import type { Tournament } from "~/common/tables/types"

/** Where tickets play. Their codes are in the body, because servers log addresses. */
export const ownSeatsQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ["Tables", "mine", codes],
    queryFn: ({ signal }) =>
      request<Schemas["TicketSeatsList"]>("POST", "/api/tables/mine", { codes }, { signal }).then(({ seats }) => seats),
  })

export const tournamentQuery = (id: string) => get<Tournament>(["Tables", id], `/api/tables/${id}`)

/** The tournaments of an event's dates, the last date first. */
export const tournamentsQuery = (product: string) =>
  queryOptions({
    queryKey: ["Tables", "of", product],
    queryFn: ({ signal }) =>
      request<Schemas["TournamentList"]>("GET", `/api/tables${queryString({ product })}`, undefined, { signal }).then(
        ({ tables }) => tables,
      ),
    staleTime: 60_000,
  })
