import { render, screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { latePart, orNothing, room } from "./latePart"

const Part = ({ text }: { text: string }) => <p>{text}</p>
const loads = () => Promise.resolve({ default: Part })
const fails = () => Promise.reject<{ default: typeof Part }>(new Error("offline"))

test("a part appears after its page, whose footer is hidden until then", async () => {
  const Late = latePart(loads)
  const { container } = render(<Late text="Refunds" />)

  expect(container.querySelector("[data-waiting]")).toBeInTheDocument()
  expect(await screen.findByText("Refunds")).toBeVisible()
  expect(container.querySelector("[data-waiting]")).toBeNull()
})

test("a part that a route has waited for is there at once", async () => {
  const Late = latePart(loads)

  expect(await Late.ready()).toBe(true)
  render(<Late text="Refunds" />)

  expect(screen.getByText("Refunds")).toBeVisible()
})

test("a part that doesn't load says so beside the rest of its page, and is tried again when it is shown again", async () => {
  let isOnline = false
  const Late = latePart(() => (isOnline ? loads() : fails()))
  const { unmount } = render(
    <>
      <p>The ticket's code</p>
      <Late text="Refunds" />
    </>,
  )

  expect(await screen.findByRole("alert")).toHaveTextContent("Some of this page didn't load.")
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible()
  expect(screen.getByText("The ticket's code")).toBeVisible()
  expect(await Late.ready()).toBe(false)

  isOnline = true
  unmount()
  render(<Late text="Refunds" />)

  expect(await screen.findByText("Refunds")).toBeVisible()
})

test("a part without which its page is complete is left out, and one with room has it until it is known", async () => {
  const Bar = latePart(fails, { ...room("min-h-tap"), ...orNothing })
  const { container } = render(<Bar text="Pay" />)

  expect(container.firstChild).toHaveClass("min-h-tap")
  await waitFor(() => expect(container).toBeEmptyDOMElement())
})
