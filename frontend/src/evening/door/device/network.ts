/** The door's calls. */
import { Refused, type Network } from "../protocol/ports"
import type { EntriesAnswer, Entry, GuestList, Lease, DoorDate, Role, SaleAnswer } from "../protocol/types"

const TIMEOUT_MS = 8000

export interface Entered {
  role: Role
  night: DoorDate
  /** The phone's number: a new one if the shop gave the one that was sent to another phone. */
  device: string
  now: string
}

/** What a link is for. `place` is the venue's name, if there is one. `at` is when the shop said so. */
export type LinkedDate = Omit<DoorDate, "_id"> & { place: string; isCanceled: boolean; at: number }

interface Credentials {
  key: string
  pin: string
  name: string
  device: string
}

export const network: Network = {
  send: async ({ lease, ...batch }) => {
    const entries = batch.entries.map(toSent)
    if (!lease) return (await (await call("POST", "entries", { ...batch, entries })).json()) as EntriesAnswer
    const { sentAt, queued } = batch
    return sendFacts(lease, { sentAt, queued, entries })
  },
  list: async (etag) => {
    const response = await call("GET", "list", undefined, etag ? { "If-None-Match": etag } : {})
    if (response.status === 304) return null
    return { list: (await response.json()) as GuestList, etag: response.headers.get("ETag") }
  },
  sell: async (sale) => (await (await call("POST", "sales", sale)).json()) as SaleAnswer,
  keepSeats: async (seats) => void (await call("PUT", "allotment", { seats })),
}

async function sendFacts({ tables, generation }: Lease, batch: object): Promise<EntriesAnswer> {
  const answer = await callAt(`/api/tables/${tables}/entries`, "POST", { ...batch, generation })
  return (await answer.json()) as EntriesAnswer
}

/** A fact is sent as it is, without what only the phone needs. */
function toSent(entry: Entry): object {
  if (entry.kind !== "fact") return entry
  const { seq, at, fact } = entry
  return { seq, at, ...fact }
}

export async function readLink(key: string): Promise<LinkedDate> {
  const date = (await (await call("POST", "link", { key })).json()) as Omit<LinkedDate, "at">
  return { ...date, at: Date.now() }
}

export async function enter(credentials: Credentials): Promise<Entered> {
  return (await (await call("POST", "enter", credentials)).json()) as Entered
}

export async function leave(): Promise<void> {
  await call("POST", "leave", {})
}

export const call = (method: string, path: string, body?: object, headers: HeadersInit = {}): Promise<Response> =>
  callAt(`/api/door/${path}`, method, body, headers)

export async function callAt(
  address: string,
  method: string,
  body?: object,
  headers: HeadersInit = {},
): Promise<Response> {
  const response = await fetch(address, {
    method,
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok || response.status === 304) return response
  const { message, code, seen } = await readError(response)
  if (response.status >= 500) throw new Error(message)
  throw new Refused(response.status, code, message, seen)
}

interface ErrorBody {
  message: string
  code: string
  seen?: number
}

/** Errors of a proxy, or of a Wi-Fi's sign-in page, are not JSON. */
async function readError(response: Response): Promise<ErrorBody> {
  const found = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  return { message: found?.message ?? "Try again.", code: found?.code ?? "", seen: found?.seen ?? 0 }
}
