import { queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { WaitingEntry } from "~/common/api/types"

/** The user's places on waiting lists, newest first. In its own module, because event pages need no more at first. */
export const ownWaitingQuery = () =>
  queryOptions({
    queryKey: ["Waiting", "mine"],
    queryFn: ({ signal }) => request<WaitingEntry[]>("GET", "/api/waiting", undefined, { signal }),
    meta: { quiet: true },
  })
