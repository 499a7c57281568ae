/** Requests of the evening's programs, which load nothing of the shop's client (common/api). */
import { setServerClock } from "./time/serverClock"

const TIMEOUT_MS = 8000

/** A response with a status from 400 to 499. After other failures, there is no usable response. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** Of entries, when another phone took over: up to which number the tournament has what was sent. */
  readonly seen: number

  constructor(status: number, code: string, message: string, seen = 0) {
    super(message)
    this.name = "Refused"
    this.status = status
    this.code = code
    this.seen = seen
  }
}

async function call(method: string, path: string, body?: object, headers: HeadersInit = {}): Promise<Response> {
  const sentAt = Date.now()
  const response = await fetch(path, {
    method,
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  setServerClock(response.headers.get("Date"), sentAt, Date.now())
  if (response.ok || response.status === 304) return response
  // Errors of a proxy, or of a Wi-Fi's sign-in page, are not JSON.
  const error = (await response.json().catch(() => null)) as { message?: string; code?: string; seen?: number } | null
  const message = error?.message || "Try again in a minute."
  if (response.status >= 500) throw new Error(message)
  throw new Refused(response.status, error?.code ?? "", message, error?.seen)
}

/** Sends a request, and returns what is in the response; null: nothing is. */
export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await call(method, path, body)
  return (response.status === 204 ? null : await response.json()) as T
}

/** Returns what is at the path and its ETag; null: it is still the one with this ETag. */
export async function readChanged<T>(path: string, etag: string | null): Promise<[T, string | null] | null> {
  const response = await call("GET", path, undefined, etag ? { "If-None-Match": etag } : {})
  return response.status === 304 ? null : [(await response.json()) as T, response.headers.get("ETag")]
}
