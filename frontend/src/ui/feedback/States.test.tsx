import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { spoken } from "~/testing/spoken"
import { announce, Announcer } from "~/ui/feedback/announce"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { Picture } from "~/ui/pictures/Picture"

const idle = { data: undefined, error: null, isPending: false, refetch: () => {} }
const show = (query: Partial<Parameters<typeof Loaded<string[]>>[0]["query"]>) =>
  render(
    <Loaded query={{ ...idle, ...query }} what="the events" loading={<Skeleton className="h-8" />}>
      {(names) => names.join(", ")}
    </Loaded>,
  )

test("a failed query can be tried again", async () => {
  const refetch = vi.fn()
  show({ error: new Error("The shop is busy."), refetch })

  expect(screen.getByText("We couldn't load the events.")).toBeVisible()
  expect(screen.queryByText("The shop is busy.")).not.toBeInTheDocument() // a toast shows it
  await userEvent.click(screen.getByRole("button", { name: "Try again" }))
  expect(refetch).toHaveBeenCalledOnce()
})

test("a repeated announcement changes the text, so that it is read again", async () => {
  render(<Announcer />)
  act(() => announce("Subtotal is now $48.00"))
  const once = (await screen.findByText(/48/, spoken)).textContent
  act(() => announce("Subtotal is now $48.00"))

  expect(
    await screen.findByText((text, node) => node?.textContent !== once && text.includes("48"), spoken),
  ).toBeInTheDocument()
})

test("an image has smaller sources; a missing image is replaced by the back of a card", () => {
  const { container, rerender } = render(<Picture image="/media/events/ab.jpg" alt="Cards" sizes="100vw" eager />)
  expect(screen.getByAltText("Cards")).toHaveAttribute("loading", "eager")
  expect(container.querySelector("source[type='image/avif']")?.getAttribute("srcset")).toContain("ab-320.avif 320w")

  rerender(<Picture image="" sizes="100vw" />)
  expect(container.querySelector("img")).toBeNull()
  expect(container.querySelector("svg")).toBeInTheDocument()
})
