/** The calls about a tournament. Its entries are sent with those of the door (network.ts). */
import type { TablesNetwork } from "./protocol/tables"
import type { Ticket } from "./protocol/now"
import type { Tournament } from "~/common/tables/types"
import { callAt } from "~/evening/door/device/network"

export const tablesNetwork: TablesNetwork = {
  find: async (product, startTime) => {
    const { tables } = await get<{ tables: { _id: string; startTime: string }[] }>(`?product=${product}`)
    return tables.find((each) => Date.parse(each.startTime) === Date.parse(startTime))?._id ?? null
  },
  read: async (id, etag) => {
    const response = await callAt(`/api/tables/${id}`, "GET", undefined, etag ? { "If-None-Match": etag } : {})
    if (response.status === 304) return null
    return { tournament: (await response.json()) as Tournament, etag: response.headers.get("ETag") }
  },
  listTickets: async (id) => (await get<{ players: Ticket[] }>(`/${id}/players`)).players,
  create: (product, bookingDate, settings) => send<Tournament>("POST", "", { product, bookingDate, ...settings }),
  change: (id, settings) => send<Tournament>("PUT", `/${id}/settings`, settings),
  lease: async (id, device) => (await send<{ generation: number }>("POST", `/${id}/lease`, { device })).generation,
}

const get = async <T>(path: string) => (await (await callAt(`/api/tables${path}`, "GET")).json()) as T

const send = async <T>(method: string, path: string, body: object) =>
  (await (await callAt(`/api/tables${path}`, method, body)).json()) as T
