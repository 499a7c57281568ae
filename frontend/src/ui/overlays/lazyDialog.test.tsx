import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { Button } from "~/ui/layout/Button"
import { Dialog } from "~/ui/overlays/Dialog"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { Toasts } from "~/ui/overlays/notify"

function pageWith(load: Parameters<typeof lazyDialog<Parameters<typeof Dialog>[0]>>[0]) {
  const LazyQuestion = lazyDialog(load)
  return function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <input aria-label="Name" />
        <Button onClick={() => setOpen(true)}>Ask</Button>
        <LazyQuestion open={open} onOpenChange={setOpen} title="A question">
          What now?
        </LazyQuestion>
        <Toasts />
      </>
    )
  }
}

test("a dialog whose code fails to load keeps the page's state and opens on the next press", async () => {
  const user = userEvent.setup()
  let tries = 0
  const Page = pageWith(async () => {
    tries += 1
    if (tries === 1) throw new TypeError("Failed to fetch dynamically imported module")
    return { default: Dialog }
  })
  render(<Page />)
  await user.type(screen.getByLabelText("Name"), "Friday Draft")

  await user.click(screen.getByRole("button", { name: "Ask" }))

  expect(await screen.findByRole("alert")).toHaveTextContent("That didn't load.")
  expect(screen.getByLabelText("Name")).toHaveValue("Friday Draft")
  await user.click(screen.getByRole("button", { name: "Ask" }))
  expect(await screen.findByRole("dialog", { name: "A question" })).toBeVisible()
})
