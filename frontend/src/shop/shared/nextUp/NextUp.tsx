import type { QueryClient } from "@tanstack/react-query"
import { nextUpQuery } from "~/shop/queries/orders"
import { session, useUser } from "~/shop/state/session"
import { latePart, orNothing } from "~/common/ui/layout/latePart"

const NextUpLines = latePart(() => import("./NextUpLines"), orNothing)

const MAX_WAIT_MS = 2_000

/** Loads what NextUp shows, and cards and pages of events say to who has seats, because it would move the page's other parts. A page waits for the answer, but never long. */
export async function loadNextUp(client: QueryClient): Promise<void> {
  if (!session.get().user) return
  const wait = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.all([NextUpLines.ready(), Promise.race([client.prefetchQuery(nextUpQuery()), wait])])
}

/** What a signed-in user may need right now, on top of a page that waits for it (see loadNextUp). */
export function NextUp() {
  return useUser() && <NextUpLines />
}
