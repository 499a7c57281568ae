import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test, vi } from "vitest"
import { Button } from "~/ui/layout/Button"
import { ConfirmDialog, Dialog } from "~/ui/overlays/Dialog"

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

test("a confirmation closes after the action succeeds and stays open after it fails", async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error("No.")).mockResolvedValueOnce(undefined)
  render(<Page onConfirm={onConfirm} />)

  await user.click(screen.getByRole("button", { name: "Ask" }))
  await user.click(screen.getByRole("button", { name: "Deactivate" }))
  expect(screen.getByRole("alertdialog")).toBeInTheDocument()
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
