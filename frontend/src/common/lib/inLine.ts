import { useSyncExternalStore } from "react"
import { makeStore } from "./store"

/** The number of requests that wait in line because the shop is too busy for them. */
export const waitingRequests = makeStore(0)

/** Whether a request waits in line. */
export function useInLine(): boolean {
  return useSyncExternalStore(waitingRequests.subscribe, () => waitingRequests.get() > 0)
}
