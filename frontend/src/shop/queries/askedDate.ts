import { get } from "~/common/api/requests"
import { queryString } from "~/common/api/client"
import type { AskedDate } from "~/common/api/types"

/** What became of the date that a link to an event's page means. The server's page contains the answer. */
export const askedDateQuery = (id: string, rsvpDate: string) =>
  get<AskedDate>(
    ["Product", id, "asked", rsvpDate],
    `/api/products/${encodeURIComponent(id)}/asked-date${queryString({ rsvpDate })}`,
    {
      meta: { loud: true },
    },
  )
