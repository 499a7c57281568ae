import { http, HttpResponse, type JsonBodyType } from "msw"
import { setupServer } from "msw/node"

/**
 * The mock server. It only answers requests that a test has set up with `answer`, and what home and profile ask: that
 * nothing is coming up for the user, who waits for no seats, and that the season has no goal.
 */
export const server = setupServer(
  http.get("*/api/orders/next", () => HttpResponse.json({ ticket: null, offer: null, decision: null })),
  http.get("*/api/waiting", () => HttpResponse.json([])),
  http.get("*/api/giving/raised", () => HttpResponse.json({ message: "There is no goal." }, { status: 404 })),
)

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
  options: { until?: Promise<void>; headers?: Record<string, string> } = {},
): void {
  const [method, address] = path.includes(" ") ? (path.split(" ", 2) as [string, string]) : ["GET", path]
  server.use(
    http[method.toLowerCase() as Method](`*${address}`, async ({ request }) => {
      const call = await record(request)
      await options.until
      return HttpResponse.json(typeof body === "function" ? body(call) : body, {
        status,
        headers: options.headers ?? {},
      })
    }),
  )
}

/** A response that waits until the test has seen what a page shows meanwhile: `answer(path, body, 200, held)`. */
export function hold(): { until: Promise<void>; release: () => void } {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release }
}

/** Makes the request fail as without a connection. */
export function answerNothing(path: string): void {
  const [method, address] = path.includes(" ") ? (path.split(" ", 2) as [string, string]) : ["GET", path]
  server.use(http[method.toLowerCase() as Method](`*${address}`, () => HttpResponse.error()))
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
