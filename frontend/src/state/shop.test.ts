import { afterEach, expect, test } from "vitest"
import { setShop, shop } from "~/state/shop"

afterEach(() => document.getElementById("shop")?.remove())

function shell(text: string) {
  document.body.insertAdjacentHTML("beforeend", `<script type="application/json" id="shop">${text}</script>`)
  setShop(null)
}

test("the shop's settings come from the page", () => {
  shell('{"name":"Tap & Table","taxRate":0.1,"shippingFreeOver":100}')

  expect(shop()).toMatchObject({ name: "Tap & Table", taxRate: 0.1, shippingFreeOver: 100 })
})

test("what is missing or broken has a sensible value", () => {
  shell('{"name":7,"timeZone":null}')

  expect(shop()).toMatchObject({ name: "Charity Card Shop", timeZone: "America/Los_Angeles", pricePer: "seat" })
})
