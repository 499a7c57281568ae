/** The calls about the cash drawer, which need a connection. */
import { call } from "./network"

/** Amounts are in dollars. */
export interface Drawer {
  float: number
  /** What should be in it. Null until both counts are in, so that nobody counts toward it. */
  expected: number | null
  /** Who has counted. */
  counts: string[]
  difference: number | null
  closedAt: string | null
}

export interface Count {
  name: string
  total: number
  /** One person counts twice, because nobody else is there. */
  alone?: boolean
}

/** Null: the drawer was not opened yet. */
export async function getDrawer(): Promise<Drawer | null> {
  const found = (await (await call("GET", "drawer")).json()) as Drawer | { float: null }
  return found.float === null ? null : found
}

export const openDrawer = (float: number): Promise<Drawer> => change("drawer", { float })
export const countDrawer = (count: Count): Promise<Drawer> => change("drawer/counts", count)
export const closeDrawer = (reason: string): Promise<Drawer> => change("drawer/close", reason ? { reason } : {})

async function change(path: string, body: object): Promise<Drawer> {
  return (await (await call("POST", path, body)).json()) as Drawer
}
