import "~/styles/index.css"
import type { QueryClient } from "@tanstack/react-query"
import { StrictMode, useEffect } from "react"
import { flushSync } from "react-dom"
import { createRoot, hydrateRoot } from "react-dom/client"
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
      <PressedEarly />
    </StrictMode>
  )
  if (root.firstElementChild && root.dataset.frame === undefined) {
    hydrateRoot(root, app, { onRecoverableError: reportDifference })
  } else {
    delete root.dataset.frame // what the server sent is alike, but not the page itself: it is drawn in its place, at once
    flushSync(() => createRoot(root).render(app))
  }
  document.documentElement.dataset.ready = "1"
  void checkSession(client)
}

/** Presses the button again that was pressed before the app ran, once what was chosen before it ran is taken over. */
function PressedEarly() {
  useEffect(() => {
    const soon = setTimeout(() => {
      const button = document.querySelector<HTMLButtonElement>("button[data-early]")
      button?.removeAttribute("data-early")
      button?.click()
    }, 50)
    return () => clearTimeout(soon)
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

function reportDifference(error: unknown): void {
  console.error("The first view differs from the one that was sent.", error)
}

void start(document.getElementById("root")!)
