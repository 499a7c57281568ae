import type { QueryKey, QueryOptions } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { changeOrderMutation } from "~/shop/queries/changes"
import { cancelOrderMutation, payOrderMutation, placeOrderMutation } from "~/shop/queries/checkout"
import { ledgerMonthQuery, ledgerQuery, raisedQuery, recapQuery } from "~/shop/queries/giving"
import { changeDateMutation } from "~/shop/queries/staff/dates"
import { closeDoorMutation, refundCashMutation, undoEntryMutation } from "~/shop/queries/staff/door"
import { thankYouQuery } from "~/shop/queries/staff/messages"
import { addEntryMutation, figuresQuery, createGoalMutation } from "~/shop/queries/staff/money"
import { refundOrderMutation } from "~/shop/queries/staff/orders"
import { cancelDateMutation, updateEventMutation } from "~/shop/queries/staff/products"
import { makeQueryClient, type Tag } from "~/common/api/queryClient"

interface Change {
  meta?: { invalidates?: readonly Tag[] } | undefined
}

type Query = Pick<QueryOptions, "meta"> & { queryKey: QueryKey }

/** Fills the cache, makes a change and returns the keys of the cached queries that are stale then. */
async function staleAfter({ meta = {} }: Change, queries: readonly Query[]): Promise<QueryKey[]> {
  const client = makeQueryClient()
  for (const { queryKey, meta: of = {} } of queries) {
    await client.prefetchQuery({ queryKey, queryFn: () => 1, meta: of })
  }
  const change = client.getMutationCache().build(client, { mutationFn: () => Promise.resolve(1), meta })
  await change.execute(undefined as never)
  return queries.map(({ queryKey }) => queryKey).filter((key) => client.getQueryState(key)?.isInvalidated)
}

const counted: readonly Query[] = [
  figuresQuery({}),
  figuresQuery({ month: "2026-11" }),
  raisedQuery({ season: "current" }),
  recapQuery("a1", "2026-11-27"),
  thankYouQuery("a1", "2026-11-27"),
  ledgerQuery(),
  ledgerMonthQuery("2026-11"),
]

test.each(
  Object.entries({
    placeOrderMutation,
    payOrderMutation,
    cancelOrderMutation,
    changeOrderMutation,
    refundOrderMutation,
    refundCashMutation,
    undoEntryMutation,
    closeDoorMutation,
    addEntryMutation,
    createGoalMutation,
    updateEventMutation,
    cancelDateMutation,
    changeDateMutation,
  }),
)("after %s, no figure is shown that was counted before it", async (_, change) => {
  expect(await staleAfter(change as Change, counted)).toEqual(counted.map(({ queryKey }) => queryKey))
})

/** Every tag; TypeScript refuses one that is missing. Beside it why no change in the browser names it, if so. */
const tags: Record<Tag, string> = {
  Product: "",
  Place: "",
  Recap: "",
  Order: "",
  User: "",
  Users: "",
  Sessions: "",
  SecondFactor: "",
  Bookings: "",
  Seat: "",
  Config: "Operators change it where the shop runs.",
  Waiting: "",
  Door: "",
  Tables: "",
  Questions: "",
  Quote: "",
  Goal: "",
  Voucher: "",
  Member: "",
  Ledger: "",
  Figures: "They are counted.",
}

test("some change makes each kind of cached data stale", async () => {
  const files = import.meta.glob<Record<string, unknown>>(["./**/*.ts", "!./**/*.test.ts"], { eager: true })
  const changes = Object.values(files).flatMap((file) =>
    Object.entries(file).flatMap(([name, found]) => (name.endsWith("Mutation") ? [found as Change] : [])),
  )
  expect(changes.length).toBeGreaterThan(50)
  const all = Object.keys(tags) as Tag[]

  const queries = all.map((tag) => ({ queryKey: [tag] as const }))

  const stale = new Set<unknown>()
  for (const change of changes) for (const [tag] of await staleAfter(change, queries)) stale.add(tag)

  expect(all.filter((tag) => !stale.has(tag))).toEqual(all.filter((tag) => tags[tag] !== ""))
})
