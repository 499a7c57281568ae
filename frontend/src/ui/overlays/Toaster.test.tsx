import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { announcement } from "~/ui/feedback/announce"
import { Announcer } from "~/ui/feedback/Announcer"
import { notify } from "~/ui/overlays/notify"
import { Toasts } from "~/ui/overlays/Toaster"

afterEach(async () => {
  const { toast } = await import("react-toastify/unstyled")
  act(() => toast.dismiss())
  vi.useRealTimers()
})

test("a success is told politely, an error at once", async () => {
  render(<Toasts />)
  notify.success("User updated!")
  notify.error("That page is for staff.")

  expect(await screen.findByText("User updated!")).toBeVisible()
  expect(screen.getByText("User updated!").closest("[role]")).toHaveAttribute("role", "status")
  expect(screen.getByText("That page is for staff.").closest("[role]")).toHaveAttribute("role", "alert")
})

test("a success is spoken by the region that is always there, once and without its buttons", async () => {
  render(
    <>
      <Announcer />
      <Toasts />
    </>,
  )
  const announcer = screen.getByRole("status")
  notify.success("Product updated!", { label: "See it", onClick: () => {} }, "Visitors can see it now.")

  const toast = (await screen.findByRole("button", { name: "See it" })).closest(".Toastify__toast")
  await waitFor(() => expect(announcer).toHaveTextContent(/^Product updated! Visitors can see it now\.$/))
  expect(toast).toHaveAttribute("aria-live", "off")
})

test("an error is spoken by its alert alone", async () => {
  render(<Toasts />)
  announcement.set("")
  notify.error("No connection.")

  const toast = (await screen.findByText("No connection.")).closest(".Toastify__toast")
  expect(toast).not.toHaveAttribute("aria-live")
  expect(announcement.get()).toBe("")
})

test("the live region is there before any toast", async () => {
  render(<Toasts />)

  await waitFor(() => expect(document.querySelector("section[aria-live]")).toBeInTheDocument())
})

test("the same words stand there once", async () => {
  render(<Toasts />)
  notify.error("No connection.")
  notify.error("No connection.")

  expect(await screen.findAllByText("No connection.")).toHaveLength(1)
})

test("at most three at once", async () => {
  render(<Toasts />)
  for (const text of ["one", "two", "three", "four"]) notify.info(text)

  await screen.findByText("three")
  expect(screen.queryByText("four")).not.toBeInTheDocument()
})

test("an action such as Undo acts and closes", async () => {
  const undo = vi.fn()
  render(<Toasts />)
  notify.info("Removed.", { label: "Undo", onClick: undo })

  await userEvent.click(await screen.findByRole("button", { name: "Undo" }))

  expect(undo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText("Removed.")).not.toBeInTheDocument())
})

test("it leaves after 5 s, but not while the focus is on it", async () => {
  render(<Toasts />)
  await waitFor(() => expect(document.querySelector("section[aria-live]")).toBeInTheDocument())
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  notify.info("Wait for me.")
  await act(() => vi.advanceTimersByTimeAsync(100))
  const toast = screen.getByText("Wait for me.").closest<HTMLElement>(".Toastify__toast")!

  fireEvent.focusIn(toast)
  await act(() => vi.advanceTimersByTimeAsync(9000))
  expect(screen.getByText("Wait for me.")).toBeInTheDocument()
  fireEvent.focusOut(toast)
  await act(() => vi.advanceTimersByTimeAsync(4900))
  expect(screen.getByText("Wait for me.")).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(300))

  expect(screen.queryByText("Wait for me.")).not.toBeInTheDocument()
})

test("a toast with an action such as Undo stays 20 s", async () => {
  render(<Toasts />)
  await waitFor(() => expect(document.querySelector("section[aria-live]")).toBeInTheDocument())
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  notify.info("Removed.", { label: "Undo", onClick: () => {} })
  await act(() => vi.advanceTimersByTimeAsync(19_900))
  expect(screen.getByRole("button", { name: "Undo" })).toBeInTheDocument()

  await act(() => vi.advanceTimersByTimeAsync(300))

  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument()
})

test("a toast of several lines stays 10 s", async () => {
  render(<Toasts />)
  await waitFor(() => expect(document.querySelector("section[aria-live]")).toBeInTheDocument())
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const text = "Download initiated for Moon Cube.ics, Fri, Dec 4. Open the file to add the night."
  notify.success(text)
  await act(() => vi.advanceTimersByTimeAsync(9_900))
  expect(screen.getByText(text)).toBeInTheDocument()

  await act(() => vi.advanceTimersByTimeAsync(300))

  expect(screen.queryByText(text)).not.toBeInTheDocument()
})

test("Esc closes the newest toast, wherever the focus is", async () => {
  render(<Toasts />)
  notify.info("Older.")
  notify.info("Newer.")
  await screen.findByText("Newer.")

  await userEvent.keyboard("{Escape}")

  await waitFor(() => expect(screen.queryByText("Newer.")).not.toBeInTheDocument())
  expect(screen.getByText("Older.")).toBeVisible()
})

test("an Esc that closed something else leaves the toasts alone", async () => {
  render(<Toasts />)
  notify.info("Still here.")
  await screen.findByText("Still here.")
  const menu = (event: Event) => event.preventDefault()
  document.body.addEventListener("keydown", menu)
  fireEvent.keyDown(document.body, { key: "Escape" })
  document.body.removeEventListener("keydown", menu)

  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByText("Still here.")).toBeVisible()
})

test("Alt+T takes the focus to a toast, Esc closes it", async () => {
  render(<Toasts />)
  notify.info("Here I am.")
  await screen.findByText("Here I am.")

  fireEvent.keyDown(document, { key: "t", code: "KeyT", altKey: true })
  await waitFor(() => expect(document.activeElement).toHaveClass("Toastify__toast"))
  fireEvent.keyDown(document.activeElement!, { key: "Escape" })

  await waitFor(() => expect(screen.queryByText("Here I am.")).not.toBeInTheDocument())
})

test("toasts stand at the top right", async () => {
  render(<Toasts />)
  notify.info("Here.")

  const shelf = (await screen.findByText("Here.")).closest(".Toastify__toast-container")
  expect(shelf).toHaveClass("Toastify__toast-container--top-right")
})

test.each(["its X", "Esc"])("closed by %s a message gives the focus back to where it came from", async (way) => {
  render(
    <>
      <button>Remove</button>
      <Toasts />
    </>,
  )
  const user = userEvent.setup()
  screen.getByRole("button", { name: "Remove" }).focus()
  notify.success("Removed Friday Night Draft.")
  const cross = await screen.findByRole("button", { name: "Close message" })
  act(() => cross.focus())

  await user.keyboard(way === "Esc" ? "{Escape}" : "{Enter}")

  await waitFor(() => expect(screen.queryByText("Removed Friday Night Draft.")).not.toBeInTheDocument())
  expect(screen.getByRole("button", { name: "Remove" })).toHaveFocus()
})
