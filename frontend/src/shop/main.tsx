import "~/common/styles/index.css"
import type { QueryClient } from "@tanstack/react-query"
import { startTransition, StrictMode, useEffect } from "react"
import { createRoot } from "react-dom/client"
import { createBrowserRouter } from "react-router-dom"
import { makeQueryClient } from "~/common/api/queryClient"
import { App } from "~/shop/App"
import { connectSession, notifyError } from "./App"
import { readFirstData, refetchOnReturn } from "~/shop/freshness"
import { pageIsShown } from "~/common/ui/layout/latePart"
import { setClubZone } from "~/common/lib/time/clubTime"
import { loadedAtStart, loadFirst, makeRoutes } from "~/shop/routes"
import { checkSession } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { theme } from "~/shop/state/theme"

async function start(root: HTMLElement): Promise<void> {
  setClubZone(shop().timeZone, shop().zoneRules)
  theme.start()
  const client = makeQueryClient(notifyError)
  readFirstData(client)
  const routes = makeRoutes(client)
  const hydrationData = await loadFirst(routes, window.location).catch((error: unknown) => {
    console.error("The page did not load.", error)
    return loadedAtStart
  })
  const router = createBrowserRouter(routes, { hydrationData })
  connectSession(router, client)
  refetchOnReturn(router, client)
  const app = (
    <StrictMode>
      <App router={router} client={client} />
      <Ready client={client} />
    </StrictMode>
  )
  // A transition splits rendering into short tasks. Until it commits, the server's first view stays in the page.
  startTransition(() => createRoot(root).render(app))
}

/**
 * Marks the document when the app has rendered, for the page's inline script, the styles and the tests. Until the session
 * is checked, the page shows the user that the browser stores.
 */
function Ready({ client }: { client: QueryClient }) {
  useEffect(() => {
    document.documentElement.dataset.ready = "1"
    void pageIsShown().then(() => checkSession(client))
  }, [client])
  return null
}

// A task of its own, so that a slow phone can answer a tap between loading the code and starting it.
setTimeout(() => void start(document.getElementById("root")!))
