/** Draws a page of the app as it is before the browser has changed anything. */
import type { QueryClient } from "@tanstack/react-query"
import { renderToString } from "react-dom/server"
import { createMemoryRouter, type RouteObject } from "react-router-dom"
import { makeQueryClient } from "~/api/queryClient"
import { App } from "~/App"
import { elementWith, swap, template, token, type Choice, type Told } from "~/firstView/pieces"
import { drawing } from "~/firstView/told"
import { firstLoaderData, makeRoutes, prepareFirst } from "~/routes"
import { setShop } from "~/state/shop"

export interface Drawing {
  /** Its path, and the query where the page reads one. */
  location: string
  /** The answers it would get from the API. */
  answers: { key: readonly unknown[]; data: unknown }[]
  /** In the place of the app's own. */
  routes?: RouteObject[]
}

/** Gets a page's code, so that it is drawn without suspending. */
export async function getReady(pathname: string, key: readonly unknown[]): Promise<void> {
  await prepareFirst(makeRoutes(clientFor([{ key, data: {} }])), { pathname })
}

export function drawPage(told: Told, { location, answers, routes: others }: Drawing): string {
  drawing.told = told
  tellShop(told)
  const client = clientFor(answers)
  const routes = others ?? makeRoutes(client)
  const [pathname = ""] = location.split("?")
  const router = createMemoryRouter(routes, {
    initialEntries: [location],
    hydrationData: firstLoaderData(routes, { pathname }),
  })
  return renderToString(<App router={router} client={client} />)
    .replace(String(LOGO_WIDTH), token("club.logo.width"))
    .replace(String(LOGO_HEIGHT), token("club.logo.height"))
}

/** Keeps its answers for ever, as a timer would keep the build waiting. */
function clientFor(answers: Drawing["answers"]): QueryClient {
  const client = makeQueryClient()
  client.setDefaultOptions({ queries: { retry: false, gcTime: Infinity } })
  for (const { key, data } of answers) client.setQueryData(key, data)
  return client
}

/** How the "Log In" link comes out where it leads back to this location. */
export function signInFrom(location: string): string {
  return `/login?${new URLSearchParams({ redirect: location })}`
}

const LOGO_WIDTH = 987_001
const LOGO_HEIGHT = 987_002

/** What staff can set, under its names; a missing word is none. */
function tellShop(told: Told): void {
  const text = (name: string) => (told(`club.${name}`) ? token(`club.${name}`) : "")
  setShop({
    name: token("club.name"),
    tagline: token("club.tagline"),
    welcome: text("welcome"),
    invitation: { title: text("invitation.title"), text: token("club.invitation.text") },
    makerCredit: text("makerCredit"),
    contactEmail: text("contactEmail"),
    logo: told("club.logo") ? { src: token("club.logo.src"), width: LOGO_WIDTH, height: LOGO_HEIGHT } : null,
    taxRate: told("event.taxed") ? 0.15 : 0,
  })
}

/** Header, main and footer have nothing to do with one another, so each is drawn for its own choices alone. */
export function pageTemplate(choices: readonly Choice[], draw: (told: Told) => string): string {
  const parts: [string, readonly Choice[]][] = [
    ["header", [{ test: "club.logo" }]],
    ["main", choices],
    ["footer", [{ test: "club.makerCredit" }, { test: "club.contactEmail" }]],
  ]
  return parts.reduce(
    (page, [tag, ofPart]) => {
      const part = template(ofPart, (told) => elementWith(draw(told), tag))
      return swap(page, elementWith(page, tag), part)
    },
    template([], draw),
  )
}
