/** How old what a page shows may be: the server's first data, and what was fetched before a visitor came back. */
import type { QueryClient, QueryKey } from "@tanstack/react-query"
import type { DataRouter } from "react-router-dom"

/** How old pages from the network may be: five seconds in the shop's cache, and five in one on the way (max-age). */
const MOST_IN_CACHES = 10_000

interface FirstData {
  key: QueryKey
  data: unknown
  /** When the server read it, in milliseconds by its clock. */
  at: number
}

/**
 * Fills the query cache with the responses that the server put into the page, which saves the first requests. They are
 * as old as the server wrote them; those of a page that the browser kept are fetched again at once.
 */
export function readFirstData(client: QueryClient): void {
  const box = document.getElementById("first-data")
  if (!box?.textContent) return
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  for (const { key, data, at } of JSON.parse(box.textContent) as FirstData[])
    client.setQueryData(key, data, { updatedAt: updatedAt(at, navigation) })
}

/**
 * Returns when the server read what the page brought, by this device's clock; 0 for a page that didn't come from the
 * network now. Both clocks are believed only if they say that the page is older than its response, and not older than
 * caches keep pages: a phone's may be minutes off.
 */
function updatedAt(at: number, navigation: PerformanceNavigationTiming | undefined): number {
  if (!navigation?.transferSize || navigation.type === "back_forward") return 0
  const respondedAt = performance.timeOrigin + navigation.responseStart
  return at < respondedAt && at > respondedAt - MOST_IN_CACHES ? at : respondedAt
}

/**
 * Fetches again what a page shows of events when a visitor comes back to it, by a link or by Back: until then, it shows what
 * it showed before.
 */
export function refetchOnReturn(router: Pick<DataRouter, "subscribe">, client: QueryClient): void {
  const queryKey = ["Product"] as const
  // Before the loaders of the next page ask.
  router.subscribe(({ navigation, location }) => {
    if (navigation.location && navigation.location.pathname !== location.pathname)
      void client.invalidateQueries({ queryKey, refetchType: "none" })
  })
  // The browser kept the whole page, with its data, and shows it after Back without loading it.
  window.addEventListener("pageshow", ({ persisted }) => persisted && void client.invalidateQueries({ queryKey }))
}
