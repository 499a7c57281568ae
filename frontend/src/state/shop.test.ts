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

test("numbers, choices, the logo and the club's own texts are used where they are valid", () => {
  const logo = { src: "/logo.png", width: 120, height: 40 }
  const invitation = { title: "Join us", text: "Every Friday." }
  shell(JSON.stringify({ logo, invitation, pricePer: "booking", shippingFreeOver: null }))
  expect(shop()).toMatchObject({ logo, invitation, pricePer: "booking", shippingFreeOver: null })

  document.getElementById("shop")?.remove()
  shell('{"logo":{"src":1},"invitation":{"title":"Join us"},"pricePer":"hour","taxRate":"0.1"}')
  expect(shop()).toMatchObject({ logo: null, invitation: { title: "", text: "" }, pricePer: "seat", taxRate: 0.15 })
})

test("what is missing or broken has a sensible value", () => {
  shell('{"name":7,"timeZone":null}')

  expect(shop()).toMatchObject({ name: "Charity Card Shop", timeZone: "America/Los_Angeles", pricePer: "seat" })
})
