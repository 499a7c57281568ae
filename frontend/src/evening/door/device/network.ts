/** The door's calls. */
import type { Schemas } from "~/common/api/types"
import { ask, readChanged } from "~/common/lib/call"
import type { Network } from "../protocol/ports"
import type { EntriesAnswer, Entry, GuestList } from "../protocol/types"

/** What a link is for. `at` is when the shop said so. */
export type LinkedDate = Schemas["LinkedDoor"] & { at: number }

/** Amounts are in dollars. `expected` is null until both counts are in, so that nobody counts toward it. */
export type Drawer = Schemas["Drawer"] & { float: number }
/** `alone`: one person counts twice, because nobody else is there. */
export type Count = Schemas["CountFormRequest"]

export const network: Network = {
  send: async ({ lease, ...batch }) => {
    const entries = batch.entries.map(toSent)
    if (!lease) return ask<EntriesAnswer>("POST", "/api/door/entries", { ...batch, entries })
    const { sentAt, queued } = batch
    const { tables, generation } = lease
    return ask<EntriesAnswer>("POST", `/api/tables/${tables}/entries`, { sentAt, queued, entries, generation })
  },
  list: async (etag) => {
    const found = await readChanged<GuestList>("/api/door/list", etag)
    return found && { list: found[0], etag: found[1] }
  },
  sell: (sale) => ask("POST", "/api/door/sales", sale),
  keepSeats: (seats) => ask("PUT", "/api/door/allotment", { seats }),
}

/** A fact is sent as it is, without what only the phone needs. */
function toSent(entry: Entry): object {
  if (entry.kind !== "fact") return entry
  const { seq, at, fact } = entry
  return { seq, at, ...fact }
}

export async function readLink(key: string): Promise<LinkedDate> {
  return { ...(await ask<Schemas["LinkedDoor"]>("POST", "/api/door/link", { key })), at: Date.now() }
}

/** The answer's `device` is another number if the shop gave the one that was sent to another phone. */
export const enter = (credentials: Schemas["EnterRequest"]): Promise<Schemas["Entered"]> =>
  ask("POST", "/api/door/enter", credentials)

export const leave = (): Promise<unknown> => ask("POST", "/api/door/leave", {})

/** Null: the drawer was not opened yet. */
export async function getDrawer(): Promise<Drawer | null> {
  const found = await ask<Drawer | { float: null }>("GET", "/api/door/drawer")
  return found.float === null ? null : found
}

export const openDrawer = (float: number): Promise<Drawer> => ask("POST", "/api/door/drawer", { float })
export const countDrawer = (count: Count): Promise<Drawer> => ask("POST", "/api/door/drawer/counts", count)
export const closeDrawer = (reason: string): Promise<Drawer> =>
  ask("POST", "/api/door/drawer/close", reason ? { reason } : {})
