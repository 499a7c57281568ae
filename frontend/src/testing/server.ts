import { delay, http, HttpResponse, type JsonBodyType } from "msw"
import { setupServer } from "msw/node"

/** The mock server: it answers only what a test told it to. */
export const server = setupServer()

export interface HeardCall {
  method: string
  url: URL
  body: unknown
  headers: Headers
}

/** The calls that reached `answer`s, oldest first. */
export const calls: HeardCall[] = []

type Method = "get" | "post" | "put" | "delete"

/**
 * `answer("/api/orders/1", anOrder())`, `answer("POST /api/orders", { message: "No." }, 409)`. Without a method: GET.
 * The query string is not compared. `body` may be a function of the call, for answers that change.
 */
export function answer(
  path: string,
  body: JsonBodyType | ((call: HeardCall) => JsonBodyType),
  status = 200,
  options: { delayMs?: number; headers?: Record<string, string> } = {},
): void {
  const [method, address] = path.includes(" ") ? (path.split(" ", 2) as [string, string]) : ["GET", path]
  server.use(
    http[method.toLowerCase() as Method](`*${address}`, async ({ request }) => {
      const call = await hear(request)
      if (options.delayMs) await delay(options.delayMs)
      return HttpResponse.json(typeof body === "function" ? body(call) : body, {
        status,
        headers: options.headers ?? {},
      })
    }),
  )
}

/** No answer at all, as without a connection. */
export function answerNothing(path: string): void {
  const [method, address] = path.includes(" ") ? (path.split(" ", 2) as [string, string]) : ["GET", path]
  server.use(http[method.toLowerCase() as Method](`*${address}`, () => HttpResponse.error()))
}

async function hear(request: Request): Promise<HeardCall> {
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
