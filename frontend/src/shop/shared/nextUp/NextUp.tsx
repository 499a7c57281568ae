import type { QueryClient } from "@tanstack/react-query"
import { page } from "~/shop/lazyPage"
import { session, useUser } from "~/shop/state/session"

const lines = page(() => import("./NextUpLines").catch(() => ({ default: () => null })))

/** Loads what NextUp shows. A page waits for it, because it would move the page's other parts. */
export const loadNextUp = (client: QueryClient) => session.get().user && lines.ready(client)

/** What a signed-in user may need right now, on top of a page that waits for it (see loadNextUp). */
export function NextUp() {
  return useUser() && <lines.View />
}
