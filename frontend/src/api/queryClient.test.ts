import { expect, test } from "vitest"
import { makeQueryClient } from "~/api/queryClient"
import { updateProfileMutation } from "~/api/queries/users"
import { payOrderMutation, placeOrderMutation } from "~/api/queries/checkout"

test("an answer is fresh for 5 s and kept for 60 s after its last use", () => {
  const { queries } = makeQueryClient().getDefaultOptions()

  expect(queries).toMatchObject({ staleTime: 5_000, gcTime: 60_000 })
})

test("a change names the tags that are stale afterwards", () => {
  expect(updateProfileMutation.meta?.invalidates).toEqual(["User", "Users"])
  expect(placeOrderMutation.meta?.invalidates).toEqual(["Order", "Product", "Bookings"])
  expect(payOrderMutation.meta?.invalidates).toEqual(["Order", "Product", "Bookings"])
})

test("a change makes every answer under its tags stale, and no other", async () => {
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
