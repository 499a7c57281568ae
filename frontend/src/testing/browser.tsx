/** A test's browser: the mock server, the page of the shop, the screen, and a clean start. */
import { focusManager, onlineManager, type QueryClient } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent, { type UserEvent } from "@testing-library/user-event"
import { http, HttpResponse, type HttpResponseResolver, type JsonBodyType } from "msw"
import { setupServer } from "msw/node"
import { createMemoryRouter } from "react-router-dom"
import { toast } from "react-toastify"
import { vi } from "vitest"
import { resetServerClock } from "~/common/lib/time/serverClock"
import { cart } from "~/shop/state/cart"
import { session } from "~/shop/state/session"
import { setShop } from "~/shop/state/shop"
import { theme } from "~/shop/state/theme"
import { announcement } from "~/common/ui/feedback/announce"
import { shelf } from "~/common/ui/overlays/notify"
import "~/common/ui/overlays/ToastShelf" // otherwise the first toast loads it, and may show in the next test
import { makeQueryClient } from "~/common/api/queryClient"
import type { DateChangePreview, UserInfo } from "~/common/api/types"
import { App, connectSession, notifyError } from "~/shop/App"
import { refetchOnReturn } from "~/shop/freshness"
import { loadedAtStart, makeRoutes } from "~/shop/routes"
import { inZone } from "~/testing/inZone"

/**
 * The mock server. It only answers requests that a test has set up with `answer`, and what home and profile ask: that
 * nothing is coming up for the user, who waits for no seats, and that the season has no goal; that nothing happened to
 * a date, which concerns nobody; that nobody is known to have changed anything; and that no places and no
 * questions are known.
 */
export const server = setupServer(
  http.get("*/api/orders/next", () => HttpResponse.json({ ticket: null, offer: null, decision: null, going: [] })),
  http.get("*/api/waiting", () => HttpResponse.json([])),
  http.get("*/api/products/:id/story", () => HttpResponse.json([])),
  http.get("*/api/last-changes", () => HttpResponse.json([])),
  http.get("*/api/products/:id/concerned", () => HttpResponse.json(concerning({}))),
  http.get("*/api/places", () => HttpResponse.json({ places: [] })),
  http.post("*/api/questions/mine", () => HttpResponse.json({ tickets: [] })),
  http.get("*/api/giving/raised", () => HttpResponse.json({ message: "There is no goal." }, { status: 404 })),
)

/** Whom a question about a date concerns: nobody but for `numbers`. */
export const concerning = (numbers: Partial<DateChangePreview>): DateChangePreview => ({
  people: 0,
  orders: 0,
  seats: 0,
  money: 0,
  guests: 0,
  inside: 0,
  waiting: 0,
  digest: "d0",
  ...numbers,
})

export interface RecordedCall {
  method: string
  url: URL
  body: unknown
  headers: Headers
}

/** The answered requests, oldest first. */
export const calls: RecordedCall[] = []

/** The answered requests of a kind: `requests("POST")`, `requests("/api/orders")` or `requests("POST /api/orders")`. */
export function requests(kind: string): RecordedCall[] {
  const [method, path] = kind.startsWith("/") ? ["", kind] : kind.split(" ")
  return calls.filter((call) => (!method || call.method === method) && (!path || call.url.pathname === path))
}

/** The requests without an answer, as "GET http://localhost/api/orders/1". src/testing/setup.ts fails their test. */
export const unanswered: string[] = []

server.events.on("request:unhandled", ({ request }) => void unanswered.push(`${request.method} ${request.url}`))

type Method = "get" | "post" | "put" | "delete"

/**
 * Sets the response to a request: `answer("/api/orders/1", anOrder())`, `answer("POST /api/orders", { message: "No." },
 * 409)`. The default method is GET. The query string is ignored. `body` can be a function of the request. With `until`, the
 * response waits for it (see `hold`).
 */
export function answer(
  path: string,
  body: JsonBodyType | ((call: RecordedCall) => JsonBodyType),
  status = 200,
  { until, headers = {} }: { until?: Promise<void>; headers?: Record<string, string> } = {},
): void {
  respond(path, async ({ request }) => {
    const call = await record(request)
    await until
    return HttpResponse.json(typeof body === "function" ? body(call) : body, { status, headers })
  })
}

/** A response that waits until the test has seen what a page shows meanwhile: `answer(path, body, 200, held)`. */
export function hold(): { until: Promise<void>; release: () => void } {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release }
}

/** Makes the request fail as without a connection. */
export const answerNothing = (path: string) => respond(path, () => HttpResponse.error())

function respond(path: string, resolver: HttpResponseResolver): void {
  const [method, address] = path.includes(" ") ? (path.split(" ", 2) as [string, string]) : ["GET", path]
  server.use(http[method.toLowerCase() as Method](`*${address}`, resolver))
}

async function record(request: Request): Promise<RecordedCall> {
  const text = await request.clone().text()
  const isJson = request.headers.get("content-type")?.includes("json")
  const call = {
    method: request.method,
    url: new URL(request.url),
    body: isJson ? (JSON.parse(text) as unknown) : text,
    headers: request.headers,
  }
  calls.push(call)
  return call
}

const cleanups: (() => void)[] = []

/** Registers a function that runs before the next test. */
export function atEnd(cleanup: () => void): void {
  cleanups.push(cleanup)
}

/** Resets the state that tests share: each test starts online and signed out, with an empty page and cart. */
export function newBrowser(): void {
  for (const cleanup of cleanups.splice(0)) cleanup()
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, "clipboard") // added by user-event
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
  localStorage.clear()
  sessionStorage.clear()
  inZone("America/Los_Angeles")
  setShop({
    name: "Charity Card Shop",
    invitation: { title: "Pull up a chair", text: "Newcomers are welcome." },
  })
  resetServerClock()
  cart.reload()
  session.reload()
  theme.reload()
  announcement.set("")
  shelf.set(null)
  toast.dismiss() // one that no page showed would wait for the next page
  document.title = ""
  calls.length = 0
}

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
  const router = createMemoryRouter(makeRoutes(client), { initialEntries: [url], hydrationData: loadedAtStart })
  atEnd(connectSession(router, client))
  refetchOnReturn(router, client)
  render(<App router={router} client={client} />)
  const address = () => router.state.location.pathname + router.state.location.search + router.state.location.hash
  return { user: options.user ?? userEvent.setup(), router, client, address }
}

/** Includes announcements in a query: findByText("17 dates found", spoken). */
export const spoken = { ignore: false } as const

/** Simulates a large screen with all elements visible, because jsdom has no layout. */
export function onALargeScreen(): void {
  const real = window.matchMedia
  const match = (query: string) => ({
    matches: query.includes("min-width"),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  window.matchMedia = vi.fn(match) as unknown as typeof window.matchMedia
  atEnd(() => {
    window.matchMedia = real
  })
  scrolledTo(true)
}

/** Makes every IntersectionObserver report that its element is visible, or that it isn't. */
export function scrolledTo(isIntersecting: boolean): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class extends IntersectionObserverStub {
      override observe(target: Element) {
        const entry = { isIntersecting, intersectionRatio: Number(isIntersecting), target }
        queueMicrotask(() => this.callback([entry as never], this))
      }
    },
  )
  atEnd(() => vi.unstubAllGlobals())
}

class IntersectionObserverStub {
  constructor(readonly callback: (entries: never[], observer: unknown) => void) {}
  observe(_target: Element): void {}
  unobserve(_target: Element): void {}
  disconnect(): void {}
}

/** Whether an element comes before another one on the page. */
export const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

/** The rows of a table without its head. */
export const findRows = async (table: string) =>
  within(await screen.findByRole("table", { name: table }))
    .getAllByRole("row")
    .slice(1)
