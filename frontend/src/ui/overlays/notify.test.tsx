import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { notify, Toasts } from "~/ui/overlays/notify"

const region = () => screen.queryByRole("region", { name: /^Notifications/ })
const toastOf = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>(".Toastify__toast")!

test("a success has the role status, an error the role alert", async () => {
  render(<Toasts />)
  notify.success("User updated!")
  notify.error("That page is for staff.")

  expect(await toastOf("User updated!")).toHaveAttribute("role", "status")
  expect(await toastOf("That page is for staff.")).toHaveAttribute("role", "alert")
})

test("the same text is shown only once at a time", async () => {
  render(<Toasts />)
  notify.error("No connection.")
  notify.error("No connection.")

  expect(await screen.findAllByText("No connection.")).toHaveLength(1)
})

test("at most three toasts are shown at once", async () => {
  render(<Toasts />)
  for (const text of ["one", "two", "three", "four"]) notify.info(text)

  await screen.findByText("three")
  expect(screen.queryByText("four")).not.toBeInTheDocument()
})

test("an action such as Undo runs and closes the toast", async () => {
  const undo = vi.fn()
  render(<Toasts />)
  notify.info("Removed.", { label: "Undo", onClick: undo })
  const toast = await toastOf("Removed.")

  await userEvent.click(await screen.findByRole("button", { name: "Undo" }))
  fireEvent.animationEnd(toast) // jsdom runs no animations

  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText("Removed.")).not.toBeInTheDocument())
})

test.each([
  ["5 s", undefined],
  ["20 s with an action such as Undo", { label: "Undo", onClick: () => {} }],
])("a toast closes after %s", async (time, action) => {
  render(<Toasts />)
  notify.info("Removed.", action)
  await toastOf("Removed.")

  const clock = screen.getByRole("progressbar", { name: "notification timer" })
  expect(clock).toHaveStyle({ animationDuration: `${parseInt(time)}000ms` }) // the toast closes when the animation ends
})

test("the toast library loads after the page, so that a lost connection can be reported", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] })
  try {
    render(<Toasts />)
    expect(region()).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByRole("region", { name: /^Notifications/ })).toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})
