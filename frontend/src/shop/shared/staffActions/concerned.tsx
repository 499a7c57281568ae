import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { isRefusal } from "~/common/api/client"
import type { DateChangePreview } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { concernedQuery } from "~/shop/queries/staff/dates"

/** Whom a change concerns, of one date or of several together. */
export type Concerned = Omit<DateChangePreview, "digest">

/** "9 people · 18 seats · $351.90", without zeros. */
export function inBrief({ people, seats, money, guests, waiting }: Concerned): string {
  return [
    people > 0 && counted(people, "person", "people"),
    seats > 0 && counted(seats, "seat"),
    money > 0 && formatMoney(money),
    guests > 0 && counted(guests, "guest"),
    waiting > 0 && `${waiting} waiting`,
  ]
    .filter(Boolean)
    .join(" · ")
}

/**
 * For a question about a date, or about an event with all dates to come. It shows `numbers`; `confirm` sends what they
 * were, and shows the new ones if others are concerned by now.
 */
export function useConcerned(productId: string, startTime?: string) {
  const client = useQueryClient()
  const query = concernedQuery(productId, startTime)
  const confirm = async (act: (digest: string) => Promise<unknown>) => {
    const shown = client.getQueryData(query.queryKey)
    if (!shown) throw new Error("Wait until you see whom this concerns.")
    try {
      await act(shown.digest)
    } catch (error) {
      if (isRefusal(error, "changed")) await client.refetchQueries(query)
      throw error
    }
  }
  return { numbers: <Numbers productId={productId} startTime={startTime} />, confirm }
}

function Numbers({ productId, startTime }: { productId: string; startTime: string | undefined }) {
  const query = useQuery(concernedQuery(productId, startTime))
  const [shown, setShown] = useState({ now: "", before: "" })
  const now = query.data ? inBrief(query.data) || `Nobody has seats on ${startTime ? "it" : "its dates"}.` : shown.now
  if (now !== shown.now) setShown({ now, before: shown.now })
  return (
    <Loaded query={query} what="whom this concerns" loading={<Skeleton className="h-6 w-60" />}>
      {() => (
        <p className="count font-semibold" role="status">
          {now}
          {shown.before && <span className="block text-sm font-normal text-ink-2">before: {shown.before}</span>}
        </p>
      )}
    </Loaded>
  )
}
