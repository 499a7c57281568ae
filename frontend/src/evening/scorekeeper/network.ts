/** The calls about a tournament. Its entries are sent with those of the door (network.ts). */
import type { Schemas } from "~/common/api/types"
import { ask, readChanged } from "~/common/lib/call"
import type { Tournament } from "~/common/tables/types"
import type { TablesNetwork } from "./protocol/tables"

const PATH = "/api/tables"

export const tablesNetwork: TablesNetwork = {
  find: async (product, startTime) => {
    const { tables } = await ask<Schemas["TournamentList"]>("GET", `${PATH}?product=${product}`)
    return tables.find((each) => Date.parse(each.startTime) === Date.parse(startTime))?._id ?? null
  },
  read: async (id, etag) => {
    const found = await readChanged<Tournament>(`${PATH}/${id}`, etag)
    return found && { tournament: found[0], etag: found[1] }
  },
  listTickets: async (id) => (await ask<Schemas["PlayerTicketList"]>("GET", `${PATH}/${id}/players`)).players,
  create: (product, bookingDate, settings) => ask("POST", PATH, { product, bookingDate, ...settings }),
  change: (id, settings, seen) => ask("PUT", `${PATH}/${id}/settings`, { rounds: null, ...settings, seen }),
  lease: async (id, device) => (await ask<Schemas["Lease"]>("POST", `${PATH}/${id}/lease`, { device })).generation,
}
