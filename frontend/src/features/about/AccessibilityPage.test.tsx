import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { setShop } from "~/state/shop"
import { renderAt } from "~/testing/renderAt"

test("the footer leads to the club's accessibility statement, which says whom to ask", async () => {
  setShop({ accessibility: "We follow WCAG.\n\nOne limit is known.", contactEmail: "hello@example.com" })
  renderAt("/about")

  await userEvent.click(await screen.findByRole("link", { name: "Accessibility" }))

  await screen.findByRole("heading", { level: 1, name: "Accessibility" })
  const page = within(screen.getByRole("main"))
  expect((await page.findByText("One limit is known.")).tagName).toBe("P")
  expect(page.getByRole("link", { name: "hello@example.com" })).toHaveAttribute("href", "mailto:hello@example.com")
})
