import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query"
import { ApiError, isAnswer } from "~/api/client"

/** Every query key starts with one of these, so that a mutation can name the queries that it makes stale. */
export type Tag =
  | "Product"
  | "Recap"
  | "Order"
  | "User"
  | "Users"
  | "Sessions"
  | "SecondFactor"
  | "Bookings"
  | "Seat"
  | "Config"
  | "Waiting"
  | "DateChange"
  | "Door"
  | "Tables"
  | "Quote"
  | "Goal"
  | "Voucher"
  | "Member"
  | "Ledger"

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { quiet?: boolean }
    /**
     * `quiet`: the page shows this error where it belongs, such as above a form's button, so no toast repeats it.
     * `invalidates`: tags that are stale afterwards, also if the shop refused the change with 409, or if its answer was
     * lost and the change may have been made.
     */
    mutationMeta: { quiet?: boolean; invalidates?: readonly Tag[] }
  }
}

/** `onError` is called for every query and mutation that failed after its retries and is not quiet. */
export function makeQueryClient(onError: (error: Error) => void = () => {}): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, gcTime: 60_000, retry: isWorthRetrying },
      // A mutation fails at once while offline. A paused one would be sent later, without the user deciding again.
      mutations: { networkMode: "always" },
    },
    queryCache: new QueryCache({ onError: (error, query) => void (query.meta?.quiet || onError(error)) }),
    mutationCache: new MutationCache({
      onError: (error, _sent, _context, mutation) => {
        // What the page shows was outdated: it offered what the shop refuses as things are now.
        if (!isAnswer(error) || error.status === 409) invalidate(client, mutation.meta?.invalidates ?? [])
        if (!mutation.meta?.quiet) onError(error)
      },
      onSuccess: (_data, _sent, _context, mutation) => invalidate(client, mutation.meta?.invalidates ?? []),
    }),
  })
  return client
}

/** Marks queries with these tags as stale; those on the screen are fetched again. Mutations do not wait for it. */
export function invalidate(client: QueryClient, tags: readonly Tag[]): void {
  for (const tag of tags) void client.invalidateQueries({ queryKey: [tag] satisfies QueryKey })
}

function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.kind === "FETCH_ERROR" || error.kind === 503)
}
