/** Options of queries and of changes. The page shows their errors; of those that are `loud`, a toast does. */
import {
  type DefaultError,
  keepPreviousData,
  mutationOptions,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataOptions,
} from "@tanstack/react-query"
import { request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"

type More<T> = Omit<UndefinedInitialDataOptions<T, DefaultError, T, QueryKey>, "queryKey" | "queryFn">

/** A query of what is at the path. Its key begins with its tag. */
export const get = <T>(queryKey: QueryKey, path: string, more: More<T> = {}) =>
  queryOptions<T, DefaultError, T, QueryKey>({
    queryKey,
    queryFn: ({ signal, client }) => {
      // What is known to be outdated isn't answered from the shop's cache (bookings/response_cache.py).
      const isOutdated = client.getQueryState(queryKey)?.isInvalidated
      return request<T>("GET", path, undefined, { signal, headers: isOutdated ? { "Cache-Control": "no-cache" } : {} })
    },
    ...more,
  })

/** For a query whose errors a toast shows, too. */
export const loud = { meta: { loud: true } } as const

/** The same for a list, whose rows stay until those of the next page, order or filter are there. */
export const paged = { ...loud, placeholderData: keepPreviousData } as const

/** A change. The tags `invalidates` are stale afterwards; without any, nothing is, not even what the shop counts. */
export const send = <T, Sent = void>(
  mutationFn: (sent: Sent) => Promise<T>,
  invalidates: readonly Tag[] | null = null,
  loud?: "loud",
) => mutationOptions({ mutationFn, meta: { loud: loud === "loud", ...(invalidates && { invalidates }) } })

/** A loud change whose errors the page shows, such as in the dialog that asks before it. */
export const quietly = <M extends { meta?: object }>(change: M) => ({
  ...change,
  meta: { ...change.meta, loud: false },
})
