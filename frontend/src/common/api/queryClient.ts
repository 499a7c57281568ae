import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { ApiError, isAnswer } from "~/common/api/client"

/** Every query key starts with one of these, so that a mutation can name the queries that it makes stale. */
export type Tag =
  | "Product"
  | "Place"
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
  | "Door"
  | "Questions"
  | "Tables"
  | "Quote"
  | "Goal"
  | "Voucher"
  | "Member"
  | "Ledger"
  | "Figures"

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: readonly [Tag, ...(readonly unknown[])]
    /**
     * `loud`: a toast shows its error. Otherwise the page does where it belongs, such as above a form's button.
     * `counted`: the shop counts it from orders, seats, dates, the door or the ledger. Each change makes it stale, so that
     * no mutation has to know what is counted.
     */
    queryMeta: { loud?: boolean; counted?: true }
    /**
     * `loud`: as above.
     * `invalidates`: tags that are stale afterwards, even if the shop refused the change with 409, or if its answer was
     * lost and the change may have been made.
     */
    mutationMeta: { loud?: boolean; invalidates?: readonly Tag[] }
  }
}

/** `onError` is called for every query and mutation that failed after its retries and is loud. */
export function makeQueryClient(onError: (error: Error) => void = () => {}): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, gcTime: 60_000, retry: isWorthRetrying },
      // A mutation fails immediately while offline. A paused one would be sent later, without the user deciding again.
      mutations: { networkMode: "always" },
    },
    queryCache: new QueryCache({ onError: (error, query) => void (query.meta?.loud && onError(error)) }),
    mutationCache: new MutationCache({
      onError: (error, _sent, _context, mutation) => {
        // What the page shows was outdated: it offered what the shop refuses as things are now.
        if (!isAnswer(error) || error.status === 409) invalidate(client, mutation.meta?.invalidates)
        if (mutation.meta?.loud) onError(error)
      },
      onSuccess: (_data, _sent, _context, mutation) => invalidate(client, mutation.meta?.invalidates),
    }),
  })
  return client
}

/**
 * Marks queries with these tags as stale, and all that are counted; those on the screen are fetched again. Mutations do
 * not wait for it.
 */
export function invalidate(client: QueryClient, tags?: readonly Tag[]): void {
  if (tags)
    void client.invalidateQueries({ predicate: ({ queryKey, meta }) => meta?.counted ?? tags.includes(queryKey[0]) })
}

function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.kind === "FETCH_ERROR" || error.kind === 503)
}
