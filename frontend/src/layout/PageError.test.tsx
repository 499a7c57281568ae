import { act, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { PageError } from "~/layout/PageError"
import { answer, calls } from "~/testing/server"

function failToLoad() {
  const loader = () => {
    throw new TypeError("Failed to fetch dynamically imported module")
  }
  const router = createMemoryRouter([{ path: "/", element: null, loader, errorElement: <PageError /> }])
  render(<RouterProvider router={router} />)
}

const goOnline = (online: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online)
  act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")))
}

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {})) // the error is logged

test("a page that failed to load while offline names the connection, even after the device is back online", async () => {
  answer("/healthz", { message: "Not yet." }, 503)
  goOnline(false)
  failToLoad()
  expect(await screen.findByRole("heading", { name: "This page needs a connection." })).toBeVisible()

  goOnline(true)
  await waitFor(() => expect(calls.map((call) => call.url.pathname)).toContain("/healthz"))

  expect(screen.getByRole("heading", { name: "This page needs a connection." })).toBeVisible()
  expect(screen.getByText(/It reloads automatically when you're back online/)).toBeVisible()
})

test("a page that failed to load while online names the shop, even after the device goes offline", async () => {
  failToLoad()
  expect(await screen.findByRole("heading", { name: "Something broke on our side." })).toBeVisible()

  goOnline(false)

  expect(screen.getByRole("heading", { name: "Something broke on our side." })).toBeVisible()
})
