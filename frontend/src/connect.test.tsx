import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { request } from "~/api/client"
import { makeQueryClient } from "~/api/queryClient"
import { tellError } from "~/connect"
import { answer, answerNothing } from "~/testing/server"
import { Toasts } from "~/ui/overlays/Toaster"

async function askFor(path: string) {
  render(<Toasts />)
  const ask = { queryKey: ["Product", path], queryFn: () => request("GET", path), retry: false }
  await makeQueryClient(tellError)
    .fetchQuery(ask)
    .catch(() => {})
}

test("a refusal is a toast with the server's message", async () => {
  answer("/api/products/x", { message: "Not found." }, 404)

  await askFor("/api/products/x")

  expect(await screen.findByText("Not found.")).toBeVisible()
})

test("without a message of the server the toast has the error's own text", async () => {
  answerNothing("/api/products/y")

  await askFor("/api/products/y")

  expect(await screen.findByText("We couldn't reach the shop. Check your connection.")).toBeVisible()
})
