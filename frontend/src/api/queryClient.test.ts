import { expect, test } from "vitest"
import { makeQueryClient } from "~/api/queryClient"
import { updateProfileMutation } from "~/api/queries/users"
import { payOrderMutation, placeOrderMutation } from "~/api/queries/checkout"

test("query data is fresh for 5 s and cached for 60 s after its last use", () => {
  const { queries } = makeQueryClient().getDefaultOptions()

  expect(queries).toMatchObject({ staleTime: 5_000, gcTime: 60_000 })
})

test("a mutation declares the tags that it invalidates", () => {
  expect(updateProfileMutation.meta?.invalidates).toEqual(["User", "Users"])
  expect(placeOrderMutation.meta?.invalidates).toEqual(["Order", "Product", "Bookings"])
  expect(payOrderMutation.meta?.invalidates).toEqual(["Order", "Product", "Bookings"])
})

test("a mutation invalidates the queries with its tags and no others", async () => {
  const client = makeQueryClient()
  client.setQueryData(["User", "profile"], 1)
  client.setQueryData(["Product", "x"], 1)

  const cache = client.getMutationCache()
  await cache
    .build(client, { mutationFn: () => Promise.resolve(1), meta: { invalidates: ["User"] } })
    .execute(undefined as never)

  expect(client.getQueryState(["User", "profile"])?.isInvalidated).toBe(true)
  expect(client.getQueryState(["Product", "x"])?.isInvalidated).toBe(false)
})
