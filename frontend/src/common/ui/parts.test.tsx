import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { spoken } from "~/testing/browser"
import { announce, Announcer } from "~/common/ui/feedback/announce"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Pagination } from "~/common/ui/layout/Pagination"
import { placeParts } from "~/common/ui/layout/PlaceText"
import { Picture } from "~/common/ui/pictures/Picture"

const idle = { data: undefined, error: null, isPending: false, refetch: () => {} }
const showQuery = (query: Partial<Parameters<typeof Loaded<string[]>>[0]["query"]>) =>
  render(
    <Loaded query={{ ...idle, ...query }} what="the events" loading={<Skeleton className="h-8" />}>
      {(names) => names.join(", ")}
    </Loaded>,
  )

test("a failed query can be tried again", async () => {
  const refetch = vi.fn()
  showQuery({ error: new Error("The shop is busy."), refetch })

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

test("an uploaded image has smaller sources; a missing one is replaced by the back of a card", () => {
  const { container, rerender } = render(<Picture image="/media/events/ab.jpg" alt="Cards" sizes="100vw" eager />)
  const sources = () => [...container.querySelectorAll("source")].map(({ srcset }) => srcset)
  expect(screen.getByAltText("Cards")).toHaveAttribute("loading", "eager")
  expect(sources()[0]).toContain("/media/events/ab-320.avif 320w, /media/events/ab-640.avif 640w")
  expect(sources()[1]).toContain("/media/events/ab-1600.webp 1600w")

  for (const image of ["https://elsewhere.example/x.jpg", "/media/events/ab.png"]) {
    rerender(<Picture image={image} sizes="100vw" />)
    expect(sources()).toEqual([])
  }
  rerender(<Picture image="" sizes="100vw" />)
  expect(container.querySelector("img")).toBeNull()
  expect(container.querySelector("svg")).toBeInTheDocument()
})

function showPages(page: number, pages: number) {
  render(
    <MemoryRouter initialEntries={["/page/2?category=Magic"]}>
      <Pagination page={page} pages={pages} hrefFor={(n) => `/page/${n}`} />
    </MemoryRouter>,
  )
}

test.each([
  [1, 1, []],
  [1, 2, ["1", "2", "Next"]],
  [1, 9, ["1", "2", "3", "Next"]],
  [5, 9, ["Prev", "4", "5", "6", "Next"]],
  [9, 9, ["Prev", "7", "8", "9"]],
])("page %i of %i links to %j", (page, pages, links) => {
  showPages(page, pages)

  expect(screen.queryAllByRole("link").map(({ textContent }) => textContent)).toEqual(links)
})

test.each([
  ["The Kettle, 4 Dock St, Port Alder, WA", ["The Kettle,", "4 Dock St,", "Port Alder, WA"]],
  ["4 Dock St, Port Alder, WA 98101", ["4 Dock St,", "Port Alder, WA 98101"]],
  ["The Kettle, Wharf", ["The Kettle,", "Wharf"]],
  [" The Kettle ", ["The Kettle"]],
])("a place is split after commas, but not between a city and its state: %s", (place, parts) => {
  expect(placeParts(place)).toEqual(parts)
})
