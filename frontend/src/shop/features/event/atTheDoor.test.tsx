import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { aDate, aProduct, inDays } from "~/testing/factories"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { answerCount } from "~/testing/pages/eventPage"
import { answer, renderAt } from "~/testing/browser"

const TOKEN = "6b0e486ce6b02789445a47a1.aa"

function openLink(offer: object, status = 200) {
  anEmptyShop()
  answerCount(0)
  const next = aDate({ startTime: inDays(7) })
  const product = aProduct({ occurrences: [next] })
  answer(`/api/products/${product._id}`, product)
  answer(
    `/api/door/late/${TOKEN}`,
    ({ url }: { url: URL }) => {
      const seats = Number(url.searchParams.get("seats"))
      const price = { itemsPrice: 12 * seats, shippingPrice: 0, taxPrice: 1.8 * seats, totalPrice: 13.8 * seats }
      return { product: product._id, startTime: inDays(0), endTime: inDays(1), left: 3, ...price, ...offer }
    },
    status,
  )
  return { ...renderAt(`${paths.event(product._id)}#door=${TOKEN}`), product }
}

test("the link of a till sells the seats that are left, with tax, in place of the booking box", async () => {
  const { user, product } = openLink({})

  await user.selectOptions(await screen.findByLabelText("Seats"), "2")

  const pay = await screen.findByRole("link", { name: "Pay $27.60" })
  expect(pay).toHaveAttribute("href", paths.payAtDoor(TOKEN, 2, product._id))
  expect(screen.getByRole("heading", { name: "At the door now" })).toBeVisible()
  expect(screen.queryByText("Seats to Reserve")).not.toBeInTheDocument()
})

test("without seats, the link says so", async () => {
  openLink({ left: 0 })

  expect(await screen.findByText("No seats are left.")).toBeVisible()
})

test.each([
  ["of another event", {}, { product: "another" }, 200],
  ["that has ended", { code: "door_link_ended", message: "Ended." }, {}, 404],
])("a link %s says so above the event's next date", async (_, refusal, offer, status) => {
  openLink(status === 200 ? offer : refusal, status)

  expect(await screen.findByText(/^This code is no longer valid\./)).toBeVisible()
  expect(await screen.findByText("Seats to Reserve")).toBeVisible()
})
