import { queryOptions } from "@tanstack/react-query"
import type { Ledger, LedgerMonth, Recap } from "~/common/api/types"
import { queryString, request } from "~/common/api/client"

/** What a past date has raised. 404 before it is over. `startTime` as in the page's address. */
export const recapQuery = (product: string, startTime: string) =>
  queryOptions({
    queryKey: ["Recap", "of", product, startTime],
    queryFn: ({ signal }) =>
      request<Recap>("GET", `/api/recaps${queryString({ product, startTime })}`, undefined, { signal }),
    staleTime: 60_000,
    meta: { quiet: true, counted: true }, // the page says then that the date has passed
  })

export const ledgerQuery = () =>
  queryOptions({
    queryKey: ["Ledger", "months"],
    queryFn: ({ signal }) => request<Ledger>("GET", "/api/ledger", undefined, { signal }),
    meta: { counted: true },
  })

/** `month`: "2026-11" */
export const ledgerMonthQuery = (month: string) =>
  queryOptions({
    queryKey: ["Ledger", month],
    queryFn: ({ signal }) => request<LedgerMonth>("GET", `/api/ledger/${month}`, undefined, { signal }),
    meta: { counted: true },
  })
