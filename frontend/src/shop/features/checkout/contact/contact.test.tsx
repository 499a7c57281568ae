import { act, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { setShop } from "~/shop/state/shop"
import { aCartToPay, contact } from "~/testing/pages/checkout"
import { aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/browser"

beforeEach(() => {
  aCartToPay()
  cart.saveShippingAddress({})
})

/** Sets a shipping price, so that the checkout needs an address. */
function setShipping() {
  setShop({ shippingFlat: 10 })
  cart.reload() // calculates the prices
}

const box = () => screen.getByRole("button", { name: /^Contact Information/ })

async function openForm() {
  const visit = renderAt(paths.checkout(), { as: aUserInfo() })
  await visit.user.click(await screen.findByRole("button", { name: "Add contact information to pay" }))
  return { ...visit, dialog: await screen.findByRole("dialog", { name: "Contact Information" }) }
}

const labels = ["First Name", "Last Name", "Address", "Address 2", "City", "State/Province", "Zip/Postal", "Country"]
const field = (dialog: HTMLElement, label: string) =>
  within(dialog).getByLabelText(new RegExp(`^${label}( \\(optional\\))?$`))

test("if nothing is shipped, only a name is required", async () => {
  const { user } = renderAt(paths.checkout(), { as: aUserInfo() })

  await waitFor(() => expect(document.querySelector("paypal-button")).toBeTruthy())
  expect(box()).toHaveTextContent("Ana Diaz · ana@example.com · No address neededChange")
  await user.click(box())
  const dialog = await screen.findByRole("dialog", { name: "Contact Information" })
  await user.clear(field(dialog, "First Name"))
  await user.click(within(dialog).getByRole("button", { name: /^Submit/ }))
  expect(field(dialog, "First Name")).toHaveAccessibleDescription("Enter your first name.")
  await user.type(field(dialog, "First Name"), "Bo")
  await user.click(within(dialog).getByRole("button", { name: /^Submit/ }))

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
  expect(box()).toHaveTextContent("Bo Diaz · ana@example.com · No address neededChange")
})

test("an address for the receipt can be added behind one button", async () => {
  const { user } = renderAt(paths.checkout(), { as: aUserInfo() })
  await screen.findByRole("heading", { name: "Contact Information" })
  await user.click(box())
  const dialog = await screen.findByRole("dialog", { name: "Contact Information" })
  expect(
    within(dialog)
      .getAllByRole("textbox")
      .map((input) => input.getAttribute("name")),
  ).toEqual(["fName", "lName"])

  await user.click(within(dialog).getByRole("button", { name: "Add an address for your receipt" }))

  expect(field(dialog, "Address")).toHaveFocus()
  for (const label of labels) expect(field(dialog, label)).toBeVisible()
  await user.type(field(dialog, "Address"), "5 Main St")
  await user.click(within(dialog).getByRole("button", { name: /^Submit/ }))
  await waitFor(() => expect(box()).toHaveTextContent("Ana Diaz · ana@example.com5 Main St, United StatesChange"))
})

test("if something is shipped, payment requires an address, whose form has the profile's name", async () => {
  setShipping()
  const { dialog } = await openForm()

  expect(document.querySelector("paypal-button")).toBeNull()
  expect(labels.map((label) => field(dialog, label).getAttribute("autocomplete"))).toEqual([
    "shipping given-name",
    "shipping family-name",
    "shipping address-line1",
    "shipping address-line2",
    "shipping address-level2",
    "shipping address-level1",
    "shipping postal-code",
    "shipping country",
  ])
  expect(field(dialog, "First Name")).toHaveValue("Ana")
  expect(field(dialog, "Last Name")).toHaveValue("Diaz")
  expect(field(dialog, "Country")).toHaveValue("United States")
})

test("the box asks for the address if it is needed and missing", async () => {
  setShipping()
  renderAt(paths.checkout(), { as: aUserInfo() })
  await screen.findByRole("heading", { name: "Contact Information" })
  expect(box()).toHaveTextContent("Add your address")

  act(() => cart.saveShippingAddress(contact))

  await waitFor(() => expect(box()).not.toHaveTextContent("Add your address"))
})

test("missing values are shown on their fields; Submit stores the address and shows the payment buttons", async () => {
  setShipping()
  const { user, dialog } = await openForm()
  await user.click(within(dialog).getByRole("button", { name: /^Submit/ }))
  expect(within(dialog).getByText("There is a problem")).toBeVisible()
  expect(field(dialog, "City")).toHaveAccessibleDescription("Enter your city.")
  expect(field(dialog, "Address 2")).toBeValid()

  await user.type(field(dialog, "Address"), "5 Main St")
  await user.type(field(dialog, "City"), "Portland")
  await user.type(field(dialog, "State/Province"), "OR")
  await user.type(field(dialog, "Zip/Postal"), "SW1A 1AA")
  await user.click(within(dialog).getByRole("button", { name: /^Submit/ }))

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
  expect(cart.get().shippingAddress).toMatchObject({ fName: "Ana", address: "5 Main St", postalCode: "SW1A 1AA" })
  expect(box()).toHaveTextContent("Ana Diaz · ana@example.com5 Main St, Portland, OR SW1A 1AA, United States")
  expect(screen.getByRole("group", { name: "Payment" })).toHaveFocus() // its button no longer exists
  await waitFor(() => expect(document.querySelector("paypal-button")).toBeTruthy())
})

test("a billing address is only requested if there is a contact address and the box is checked", async () => {
  const { user } = renderAt(paths.checkout(), { as: aUserInfo() })
  await screen.findByRole("heading", { name: "Contact Information" })
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument()
  act(() => cart.saveShippingAddress(contact))
  const checkbox = await screen.findByRole("checkbox", { name: "Billing address is different" })
  await user.click(checkbox)
  const dialog = await screen.findByRole("dialog", { name: "Billing Address" })
  expect(field(dialog, "Address")).toHaveAttribute("autocomplete", "billing address-line1")
  await user.type(field(dialog, "Address"), "1 Bank Sq")
  await user.type(field(dialog, "City"), "Salem")
  await user.type(field(dialog, "State/Province"), "OR")
  await user.type(field(dialog, "Zip/Postal"), "97301")
  await user.click(within(dialog).getByRole("button", { name: /^Submit/ }))

  await waitFor(() => expect(cart.get().billingAddress).toMatchObject({ address: "1 Bank Sq", city: "Salem" }))
  expect(await screen.findByText("1 Bank Sq")).toBeVisible()
  await user.click(checkbox)
  expect(cart.get().billingAddress).toEqual({})
})
