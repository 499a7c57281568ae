import type { QueryClient } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import userEvent, { type UserEvent } from "@testing-library/user-event"
import { createMemoryRouter, type RouteObject } from "react-router-dom"
import { makeQueryClient } from "~/common/api/queryClient"
import type { UserInfo } from "~/common/api/types"
import { App, connectSession, notifyError } from "~/shop/App"
import { loadedAtStart, makeRoutes } from "~/shop/routes"
import { session } from "~/shop/state/session"
import { atEnd } from "~/testing/newBrowser"

export interface Visit {
  user: UserEvent
  router: ReturnType<typeof createMemoryRouter>
  client: QueryClient
  /** The current path, query and hash. */
  address: () => string
}

/** Renders the whole app at a URL. `as` is the signed-in user. */
export function renderAt(url: string, options: { as?: UserInfo; user?: UserEvent } = {}): Visit {
  if (options.as) session.setUser(options.as)
  const client = makeQueryClient(notifyError)
  client.setDefaultOptions({
    ...client.getDefaultOptions(),
    queries: { ...client.getDefaultOptions().queries, retry: false },
  })
  return open(url, makeRoutes(client), client, options.user ?? userEvent.setup())
}

function open(url: string, routes: RouteObject[], client: QueryClient, user: UserEvent): Visit {
  const router = createMemoryRouter(routes, { initialEntries: [url], hydrationData: loadedAtStart })
  atEnd(connectSession(router, client))
  render(<App router={router} client={client} />)
  const address = () => router.state.location.pathname + router.state.location.search + router.state.location.hash
  return { user, router, client, address }
}

/** Includes announcements in a query: findByText("17 dates found", spoken). */
export const spoken = { ignore: false } as const
