import { screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { setShop } from "~/shop/state/shop"
import { aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/browser"

beforeEach(() => setShop({ name: "Charity Card Shop", charity: "Food Bank" }))

const open = async () => {
  const visit = renderAt(paths.give(), { as: aUserInfo() })
  await screen.findByRole("group", { name: "How much would you like to give to Food Bank?" })
  // The checkout is a separate document, which this environment can't load: where the app was about to go.
  const left: string[] = []
  visit.router.subscribe(({ navigation: { location } }) => {
    if (location) left.push(location.pathname + location.search)
  })
  return { ...visit, left }
}

test("a chosen amount leads to its checkout", async () => {
  const { user, left } = await open()
  expect(
    screen.getByText(/^Your gift goes to Food Bank, through Charity Card Shop, after PayPal's fee\./),
  ).toBeVisible()

  await user.click(screen.getByRole("radio", { name: "$25" }))
  await user.click(screen.getByRole("button", { name: "Give $25.00" }))

  await waitFor(() => expect(left).toContain("/checkout/?gift=25.00"))
})

test("another amount is at least one dollar and at most $10,000.00", async () => {
  const { user, left } = await open()
  await user.click(screen.getByRole("radio", { name: "Other amount" }))
  const enter = async (text: string) => {
    await user.clear(screen.getByLabelText("Amount"))
    await user.type(screen.getByLabelText("Amount"), `${text}{Enter}`)
  }

  await enter("0.99")
  expect(screen.getByText("Enter $1.00 or more.")).toBeVisible()
  expect(screen.getByLabelText("Amount")).toHaveFocus()
  await enter("10000.01")
  expect(screen.getByText("Enter a gift up to $10,000.00.")).toBeVisible()
  await enter("12.345")
  expect(screen.getByText("Enter an amount like 12.50.")).toBeVisible()
  expect(screen.getByLabelText("Amount")).toHaveValue("12.345")
  expect(left).toEqual([])
  await enter("$1,250.50")

  await waitFor(() => expect(left).toContain("/checkout/?gift=1250.50"))
})

test("without a choice, the page asks for one", async () => {
  const { user, left } = await open()

  await user.click(screen.getByRole("button", { name: "Continue" }))

  expect(screen.getByText("Choose an amount.")).toBeVisible()
  expect(screen.getByRole("radio", { name: "$5" })).toHaveFocus()
  expect(left).toEqual([])
})
