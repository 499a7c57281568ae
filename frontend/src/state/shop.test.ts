import { afterEach, expect, test, vi } from "vitest"
import { setShop, shop } from "~/state/shop"

afterEach(() => document.getElementById("shop")?.remove())

function putSettings(text: string) {
  document.body.insertAdjacentHTML("beforeend", `<script type="application/json" id="shop">${text}</script>`)
  setShop(null)
}

test("the shop's settings are read from the page", () => {
  putSettings('{"name":"Tap & Table","taxRate":0.1,"shippingFreeOver":100}')

  expect(shop()).toMatchObject({ name: "Tap & Table", taxRate: 0.1, shippingFreeOver: 100 })
})

test("missing settings have default values", () => {
  putSettings('{"pricePer":"booking"}')

  expect(shop()).toMatchObject({ name: "Charity Card Shop", timeZone: "America/Los_Angeles", pricePer: "booking" })
})

test("settings that can't be read have default values", () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  putSettings("{")

  expect(shop()).toMatchObject({ name: "Charity Card Shop", pricePer: "seat" })
})
