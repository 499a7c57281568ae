import "~/styles/index.css"
import type { QueryClient } from "@tanstack/react-query"
import { startTransition, StrictMode, useEffect } from "react"
import { createRoot } from "react-dom/client"
import { createBrowserRouter } from "react-router-dom"
import { makeQueryClient } from "~/api/queryClient"
import { App } from "~/App"
import { connectSession, tellError } from "~/connect"
import { firstLoaderData, makeRoutes, prepareFirst } from "~/routes"
import { checkSession } from "~/state/session"
import { theme } from "~/state/theme"

async function start(root: HTMLElement): Promise<void> {
  theme.start()
  const client = makeQueryClient(tellError)
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
  // As a transition, so that drawing is split into short tasks. Until then the server's first view stays in the page.
  startTransition(() => createRoot(root).render(app))
  void checkSession(client)
}

/** Tells the page's own script, the styles and the tests that the app is there. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = "1"
  }, [])
  return null
}

/** Answers that the server put into the page, so that the first view asks nothing. */
function readFirstData(client: QueryClient): void {
  const box = document.getElementById("first-data")
  if (!box?.textContent) return
  const answers = JSON.parse(box.textContent) as { key: unknown[]; data: unknown }[]
  for (const { key, data } of answers) client.setQueryData(key, data)
}

void start(document.getElementById("root")!)
