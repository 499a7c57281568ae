import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { setShop } from "~/shop/state/shop"
import { renderAt } from "~/testing/browser"

test("the page shows the club's own texts as paragraphs", async () => {
  const sections = [
    { title: "Cards on the table", text: "We meet on Fridays.\n\nNewcomers are welcome." },
    { title: "", text: "All of it goes to the <b>shelter</b>." },
  ]
  setShop({ about: { text: "We are the Tuesday table.", sections }, cause: "What is left goes to Food Bank." })

  renderAt("/about")
  await screen.findByRole("heading", { level: 1, name: "About Us" })

  const page = within(screen.getByRole("main"))
  expect(page.getByText("We are the Tuesday table.")).toBeVisible()
  expect(page.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "Cards on the table",
    "Where the money goes",
  ])
  expect(page.getByText("What is left goes to Food Bank.")).toBeVisible()
  expect(page.getByRole("link", { name: "Our ledger" })).toHaveAttribute("href", "/ledger")
  expect(page.getByRole("link", { name: "Make a gift" })).toHaveAttribute("href", "/give")
  expect(page.getByText("We meet on Fridays.").tagName).toBe("P")
  expect(page.getByText("Newcomers are welcome.").tagName).toBe("P")
  expect(page.getByText("All of it goes to the <b>shelter</b>.")).toBeVisible() // HTML is shown as text
  expect(page.queryByRole("img")).not.toBeInTheDocument()
})

test("the footer leads to the club's accessibility statement, which says whom to ask", async () => {
  setShop({ accessibility: "We follow WCAG.\n\nOne limit is known.", contactEmail: "hello@example.com" })
  renderAt("/about")

  await userEvent.click(await screen.findByRole("link", { name: "Accessibility" }))

  await screen.findByRole("heading", { level: 1, name: "Accessibility" })
  const page = within(screen.getByRole("main"))
  expect((await page.findByText("One limit is known.")).tagName).toBe("P")
  expect(page.getByRole("link", { name: "hello@example.com" })).toHaveAttribute("href", "mailto:hello@example.com")
})
