import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test, vi } from "vitest"
import * as v from "valibot"
import { TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmDialog, Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButton } from "./DialogButton"
import { Messages } from "./Messages"
import { notify, Toasts } from "./notify"

function Page({ onConfirm }: { onConfirm: () => Promise<void> | void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <ConfirmDialog
        {...{ open, onConfirm }}
        onOpenChange={setOpen}
        title="Deactivate this account?"
        body="Ana Diaz will not be able to sign in."
        action="Deactivate"
        danger
      />
    </>
  )
}

test("a confirmation closes after the action succeeds, and stays open and says why after it fails", async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error("No.")).mockResolvedValueOnce(undefined)
  render(<Page onConfirm={onConfirm} />)

  await user.click(screen.getByRole("button", { name: "Ask" }))
  await user.click(screen.getByRole("button", { name: "Deactivate" }))
  expect(within(screen.getByRole("alertdialog")).getByRole("alert")).toHaveTextContent("No.")
  await user.click(screen.getByRole("button", { name: "Deactivate" }))

  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument())
})

test("a dialog that must not be closed has no close button and ignores Esc", async () => {
  const onOpenChange = vi.fn()
  render(
    <Dialog open onOpenChange={onOpenChange} title="Confirming your payment…" closable={false}>
      Please keep this page open.
    </Dialog>,
  )

  await userEvent.keyboard("{Escape}")

  expect(onOpenChange).not.toHaveBeenCalled()
  expect(screen.queryByRole("button", { name: "Close" })).not.toBeInTheDocument()
})

test("a dialog that is opened again before the browser says that it was closed stays open", async () => {
  render(<Page onConfirm={vi.fn()} />)
  await userEvent.click(screen.getByRole("button", { name: "Ask" }))

  fireEvent(screen.getByRole("alertdialog"), new Event("close"))

  expect(screen.getByRole("alertdialog")).toBeVisible()
})

function Question({ onClose }: { onClose: () => void }) {
  const form = useForm({
    name: "question",
    schema: v.object({ name: v.string() }),
    values: { name: "" },
    save: onClose,
  })
  return (
    <Form form={form}>
      <TextField label="Name" {...form.field("name")} />
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}

test("what was typed stays if a dialog is dismissed, and not after it was sent or canceled", async () => {
  const user = userEvent.setup()
  render(
    <DialogButton title="A question" content={(close) => <Question onClose={close} />}>
      Ask
    </DialogButton>,
  )
  const ask = screen.getByRole("button", { name: "Ask" })
  const press = (name: string) => user.click(screen.getByRole("button", { name }))
  const type = () => user.type(screen.getByLabelText("Name"), "Friday Draft")
  await user.click(ask)
  await type()

  await user.click(screen.getByRole("dialog", { name: "A question" })) // beside its content
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(ask).toHaveFocus()
  await user.click(ask)
  expect(screen.getByLabelText("Name")).toHaveValue("Friday Draft")
  await user.keyboard("{Escape}")
  await user.click(ask)
  await press("Start over")
  expect(screen.getByLabelText("Name")).toHaveValue("")
  for (const end of ["Save", "Cancel"]) {
    await type()
    await press(end)
    await user.click(ask)
    expect(screen.getByLabelText("Name")).toHaveValue("")
  }
})

test("a press that begins in a dialog and ends beside it does not close it, and neither does a canceled file choice", async () => {
  const onOpenChange = vi.fn()
  render(
    <Dialog open onOpenChange={onOpenChange} title="A question">
      <input type="file" aria-label="File" />
    </Dialog>,
  )
  const dialog = screen.getByRole("dialog")

  fireEvent.pointerDown(screen.getByLabelText("File"))
  fireEvent.click(dialog)
  fireEvent(screen.getByLabelText("File"), new Event("cancel", { bubbles: true }))
  expect(onOpenChange).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})

test("toasts are in the topmost dialog, because everything outside it is inert", async () => {
  const Page = ({ open }: { open: boolean }) => (
    <>
      <Messages>
        <Toasts />
      </Messages>
      <Dialog open={open} onOpenChange={() => {}} title="A question">
        What now?
      </Dialog>
    </>
  )
  const { rerender } = render(<Page open />)
  notify.success("Saved.")
  await screen.findByText("Saved.")

  expect(screen.getByRole("dialog")).toContainElement(screen.getByText("Saved."))
  rerender(<Page open={false} />)
  expect(screen.getByText("Saved.")).toBeVisible()
})

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
