import { get } from "~/common/api/requests"
import type { Ledger, LedgerMonth, Raised, Recap } from "~/common/api/types"
import { queryString } from "~/common/api/client"

/** What was received for a past date. 404 before it is over. `startTime` as in the page's address. */
export const recapQuery = (product: string, startTime: string) =>
  get<Recap>(["Recap", "of", product, startTime], `/api/recaps${queryString({ product, startTime })}`, {
    staleTime: 60_000,
    meta: { counted: true },
  })

export const ledgerQuery = () =>
  get<Ledger>(["Ledger", "months"], "/api/ledger", { meta: { loud: true, counted: true } })

/** `month`: "2026-11" */
export const ledgerMonthQuery = (month: string) =>
  get<LedgerMonth>(["Ledger", month], `/api/ledger/${month}`, { meta: { loud: true, counted: true } })

/** A date of an event, or a season: the goal's ID, or "current". */
export type RaisedFor = { product: string; startTime: string } | { season: string }

/** How far a goal has come. 404 without one. */
export const raisedQuery = (of: RaisedFor) =>
  get<Raised>(["Goal", "raised", of], `/api/giving/raised${queryString({ ...of })}`, {
    staleTime: 60_000,
    meta: { counted: true },
  })
