import { queryOptions } from "@tanstack/react-query"
import type { FiguresSummary } from "~/api/types"
import { request } from "~/api/client"
import { queryString } from "~/api/queryString"

/** A season, by its goal's ID, or the twelve months that end with a month ("2026-11"). Neither: with the current one. */
export interface FiguresRange {
  season?: string
  month?: string
}

export const figuresQuery = (range: FiguresRange) =>
  queryOptions({
    queryKey: ["Figures", range],
    queryFn: ({ signal }) =>
      request<FiguresSummary>("GET", `/api/figures${queryString({ ...range })}`, undefined, { signal }),
  })

/** The URL of the spreadsheet. */
export const figuresExport = (range: FiguresRange) => `/api/figures/export${queryString({ ...range })}`
