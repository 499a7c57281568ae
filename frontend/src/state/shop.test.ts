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

test("a logo, texts and choices are used only if they are valid", () => {
  const logo = { src: "/logo.png", width: 120, height: 40 }
  const invitation = { title: "Join us", text: "Every Friday." }
  putSettings(JSON.stringify({ logo, invitation, pricePer: "booking", shippingFreeOver: null }))
  expect(shop()).toMatchObject({ logo, invitation, pricePer: "booking", shippingFreeOver: null })

  document.getElementById("shop")?.remove()
  putSettings('{"logo":{"src":1},"invitation":{"title":"Join us"},"pricePer":"hour","taxRate":"0.1"}')
  expect(shop()).toMatchObject({ logo: null, invitation: { title: "", text: "" }, pricePer: "seat", taxRate: 0.15 })
})

test("missing and invalid settings have default values", () => {
  putSettings('{"name":7,"timeZone":null}')

  expect(shop()).toMatchObject({ name: "Charity Card Shop", timeZone: "America/Los_Angeles", pricePer: "seat" })
})
