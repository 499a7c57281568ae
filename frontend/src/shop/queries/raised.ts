import { queryOptions } from "@tanstack/react-query"
import type { Raised } from "~/common/api/types"
import { queryString, request } from "~/common/api/client"

/** A date of an event, or a season: the goal's ID, or "current". */
export type RaisedFor = { product: string; startTime: string } | { season: string }

/** What was raised so far. 404 without a goal. */
export const raisedQuery = (of: RaisedFor) =>
  queryOptions({
    queryKey: ["Goal", "raised", of],
    queryFn: ({ signal }) =>
      request<Raised>("GET", `/api/giving/raised${queryString({ ...of })}`, undefined, { signal }),
    staleTime: 60_000,
    meta: { quiet: true, counted: true }, // without a goal, the page shows nothing
  })
