/** Requests to the server. Nothing else in the shop calls fetch. */
import type { ApiErrorBody } from "~/common/api/types"
import { setServerClock } from "~/common/lib/time/serverClock"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
export type ErrorKind = "FETCH_ERROR" | "TIMEOUT_ERROR" | "PARSING_ERROR" | number

const TIMEOUT_MS = 15_000

const MESSAGES = {
  FETCH_ERROR: "We couldn't reach the shop. Check your connection.",
  TIMEOUT_ERROR: "The shop took too long to answer. Try again.",
  PARSING_ERROR: "The shop's answer couldn't be read. Try again.",
} as const

/** A failed request. `kind` is the HTTP status, or the reason that there is no usable response. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly errors: Record<string, string[]>
  /** The response body, for keys that only some errors have, such as `short` and `quote`. */
  readonly body: ApiErrorBody | null
  /** Seconds to wait before the next try, where the shop said so. */
  declare retryAfter: number | undefined

  constructor(kind: ErrorKind, body: ApiErrorBody | null = null, options?: ErrorOptions) {
    super(body?.message || fallback(kind), options)
    this.name = "ApiError"
    this.kind = kind
    this.code = body?.code ?? ""
    this.errors = body?.errors ?? {}
    this.body = body
  }

  get status(): number | null {
    return typeof this.kind === "number" ? this.kind : null
  }
}

function fallback(kind: ErrorKind): string {
  if (typeof kind !== "number") return MESSAGES[kind]
  return kind >= 500 ? "Something broke on our side. Try again in a minute." : `The shop refused this (${kind}).`
}

/** Whether the server refused a request with this status or code. */
export function isRefusal(error: unknown, what: number | string): error is ApiError {
  return error instanceof ApiError && (error.kind === what || error.code === what)
}

/** Whether the server answered, so that nothing was changed. */
export function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status ?? 500) < 500
}

export interface RequestOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

export async function request<T>(method: Method, path: string, body?: object, options?: RequestOptions): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const sentAt = Date.now()
  const response = await send(method, path, body, timeout, options)
  setServerClock(response.headers.get("Date"), sentAt, Date.now())
  const data = await read(response, timeout)
  if (response.ok) return data as T
  const error = refused(response.status, data, { method, path })
  error.retryAfter = Number(response.headers.get("Retry-After"))
  throw error
}

/** Creates the error of a rejected request and passes it to the listeners. */
export function refused(status: number, data: unknown, call: { method: Method; path: string }): ApiError {
  const error = new ApiError(status, isErrorBody(data) ? data : null)
  for (const listener of refusalListeners) listener(error, call)
  return error
}

type RefusalListener = (error: ApiError, call: { method: Method; path: string }) => void
const refusalListeners = new Set<RefusalListener>()

/** Calls the listener with each error response before the caller gets it. Returns a function that removes it. */
export function onRefusal(listener: RefusalListener): () => void {
  refusalListeners.add(listener)
  return () => void refusalListeners.delete(listener)
}

async function send(
  method: Method,
  path: string,
  body: object | undefined,
  timeout: AbortSignal,
  options: RequestOptions = {},
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: "include",
      signal: eitherSignal(timeout, options.signal),
      headers: { Accept: "application/json", ...contentType(body), ...options.headers },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  } catch (cause) {
    throw transportError(cause, timeout)
  }
}

/** As AbortSignal.any, which the oldest browsers lack: aborted when one of the two is. */
function eitherSignal(timeout: AbortSignal, signal?: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const each of [timeout, signal]) {
    each?.throwIfAborted()
    each?.addEventListener("abort", () => either.abort(each.reason))
  }
  return either.signal
}

function contentType(body: object | undefined): Record<string, string> {
  // The browser sets the content type of a form, with its boundary.
  return body === undefined || body instanceof FormData ? {} : { "Content-Type": "application/json" }
}

async function read(response: Response, timeout: AbortSignal): Promise<unknown> {
  try {
    const text = await response.text()
    return text === "" ? null : (JSON.parse(text) as unknown)
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      // A gateway's HTML error page has a status that says more than "unreadable".
      if (!response.ok) return null
      throw new ApiError("PARSING_ERROR", null, { cause })
    }
    throw transportError(cause, timeout)
  }
}

function transportError(cause: unknown, timeout: AbortSignal): unknown {
  if (timeout.aborted) return new ApiError("TIMEOUT_ERROR", null, { cause })
  // The caller aborted the request, so there is nothing to report.
  if (cause instanceof DOMException && cause.name === "AbortError") return cause
  return new ApiError("FETCH_ERROR", null, { cause })
}

function isErrorBody(data: unknown): data is ApiErrorBody {
  return typeof data === "object" && data !== null && "message" in data && typeof data.message === "string"
}

type Value = string | number | boolean | null | undefined

/** { pageNumber: 2, keyword: "" } → "?pageNumber=2": empty values are left out. */
export function queryString(values: Readonly<Record<string, Value>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value))
  }
  const text = params.toString()
  return text && `?${text}`
}
