import { get } from "~/common/api/requests"
import type { Raised } from "~/common/api/types"
import { queryString } from "~/common/api/client"

/** A date of an event, or a season: the goal's ID, or "current". */
export type RaisedFor = { product: string; startTime: string } | { season: string }

/** What was raised so far. 404 without a goal. */
export const raisedQuery = (of: RaisedFor) =>
  get<Raised>(["Goal", "raised", of], `/api/giving/raised${queryString({ ...of })}`, {
    staleTime: 60_000,
    meta: { counted: true },
  })
