/** The organizer's requests about the tournaments of an event. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import { queryString } from "~/api/queryString"
import type { components } from "~/api/schema.gen"

type Schemas = components["schemas"]

export type Tables = Schemas["ListedTournament"]

const POLL_MS = 10_000

/** The tournaments of an event's dates. Staff also get those whose standings are hidden. */
export const tablesQuery = (product: string) =>
  queryOptions({
    queryKey: ["Tables", product],
    queryFn: ({ signal }) =>
      request<Schemas["TournamentList"]>("GET", `/api/tables${queryString({ product })}`, undefined, { signal }),
    refetchInterval: POLL_MS,
    meta: { quiet: true },
  })

/** Hides the standings of a tournament that is over from everybody but staff, or shows them again. */
export const hideTablesMutation = mutationOptions({
  mutationFn: ({ _id, isHidden }: Pick<Tables, "_id" | "isHidden">) =>
    request<Schemas["HideTournament"]>("PUT", `/api/tables/${encodeURIComponent(_id)}`, { isHidden }),
  meta: { invalidates: ["Tables"] },
})
