import "~/common/styles/index.css"
import type { QueryClient, QueryKey } from "@tanstack/react-query"
import { startTransition, StrictMode, useEffect } from "react"
import { createRoot } from "react-dom/client"
import { createBrowserRouter } from "react-router-dom"
import { makeQueryClient } from "~/common/api/queryClient"
import { App } from "~/shop/App"
import { connectSession, notifyError } from "./App"
import { setClubZone } from "~/common/lib/time/clubTime"
import { firstPaint, noteFirstRender } from "~/common/lib/firstPaint"
import { firstLoaderData, makeRoutes, prepareFirst } from "~/shop/routes"
import { checkSession } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { theme } from "~/shop/state/theme"

async function start(root: HTMLElement): Promise<void> {
  setClubZone(shop().timeZone)
  theme.start()
  const client = makeQueryClient(notifyError)
  readFirstData(client)
  const routes = makeRoutes(client)
  const router = createBrowserRouter(routes, { hydrationData: firstLoaderData(routes, window.location) })
  connectSession(router, client)
  await prepareFirst(routes, window.location).catch((error: unknown) => console.error("The page did not load.", error))
  const app = (
    <StrictMode>
      <App router={router} client={client} />
      <Ready />
    </StrictMode>
  )
  // A transition splits rendering into short tasks. Until it commits, the server's first view stays in the page.
  startTransition(() => createRoot(root).render(app))
  await firstPaint // what the browser stores is shown until then
  await checkSession(client)
}

/** Marks the document when the app has rendered, for the page's inline script, the styles and the tests. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = "1"
    noteFirstRender()
  }, [])
  return null
}

/** Fills the query cache with the responses that the server put into the page, which saves the first requests. */
function readFirstData(client: QueryClient): void {
  const box = document.getElementById("first-data")
  if (!box?.textContent) return
  const responses = JSON.parse(box.textContent) as { key: QueryKey; data: unknown }[]
  for (const { key, data } of responses) client.setQueryData(key, data)
}

// A task of its own, so that a slow phone can answer a tap between loading the code and starting it.
setTimeout(() => void start(document.getElementById("root")!))
