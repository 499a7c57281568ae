import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { setShop } from "~/state/shop"
import { renderAt } from "~/testing/renderAt"

test("the page shows the club's own texts as paragraphs", async () => {
  const sections = [
    { title: "Cards on the table", text: "We meet on Fridays.\n\nNewcomers are welcome." },
    { title: "", text: "All of it goes to the <b>shelter</b>." },
  ]
  setShop({ about: { text: "We are the Tuesday table.", sections } })

  renderAt("/about")
  await screen.findByRole("heading", { level: 1, name: "About Us" })

  const page = within(screen.getByRole("main"))
  expect(page.getByText("We are the Tuesday table.")).toBeVisible()
  expect(page.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "Cards on the table",
  ])
  expect(page.getByText("We meet on Fridays.").tagName).toBe("P")
  expect(page.getByText("Newcomers are welcome.").tagName).toBe("P")
  expect(page.getByText("All of it goes to the <b>shelter</b>.")).toBeVisible() // HTML is shown as text
  expect(page.queryByRole("img")).not.toBeInTheDocument()
})
