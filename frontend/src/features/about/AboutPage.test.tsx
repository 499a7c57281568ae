import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { renderAt } from "~/testing/renderAt"

test("the page tells of drinks, trading cards and giving, of regular meetups and that newcomers are welcome", async () => {
  renderAt("/about")
  await screen.findByRole("heading", { level: 1, name: "About Us" })

  const page = within(screen.getByRole("main"))
  expect(page.getByText(/Drinks, trading cards and charitable giving belong together/)).toBeVisible()
  expect(page.getByText(/regular meetups, from casual game nights to tournaments/)).toBeVisible()
  expect(page.getByText(/Newcomers are welcome/)).toBeVisible()
  expect(page.queryByRole("img")).not.toBeInTheDocument() // text only
})
