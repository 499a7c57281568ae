import { queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { AskedDate } from "~/common/api/types"

/** What became of the date that a link to an event's page means. The server's page contains the answer. */
export const askedDateQuery = (id: string, rsvpDate: string) =>
  queryOptions({
    queryKey: ["Product", id, "asked", rsvpDate],
    queryFn: ({ signal }) =>
      request<AskedDate>(
        "GET",
        `/api/products/${encodeURIComponent(id)}/asked-date${queryString({ rsvpDate })}`,
        undefined,
        { signal },
      ),
  })
