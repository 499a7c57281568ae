import { afterEach, expect, test } from "vitest"
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
