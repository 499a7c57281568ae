import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { request } from "~/common/api/client"
import { makeQueryClient } from "~/common/api/queryClient"
import { notifyError } from "~/shop/App"
import { answer, answerNothing } from "~/testing/server"
import { Toasts } from "~/common/ui/overlays/notify"

async function fetchProduct(path: string) {
  render(<Toasts />)
  const query = {
    queryKey: ["Product", path] as const,
    queryFn: () => request("GET", path),
    retry: false,
    meta: { loud: true },
  }
  await makeQueryClient(notifyError)
    .fetchQuery(query)
    .catch(() => {})
}

test("a failed request shows a toast with the server's message", async () => {
  answer("/api/products/x", { message: "Not found." }, 404)

  await fetchProduct("/api/products/x")

  expect(await screen.findByText("Not found.")).toBeVisible()
})

test("a request without a response shows a toast with the reason", async () => {
  answerNothing("/api/products/y")

  await fetchProduct("/api/products/y")

  expect(await screen.findByText("We couldn't reach the shop. Check your connection.")).toBeVisible()
})
