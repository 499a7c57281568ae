// Buys a seat with PayPal: node purchase.mjs <event's address> <email> <password>. Prints the order's address.
import { at, fill, inFirefox, open, press, see } from "./firefox.mjs"

const [event, email, password] = process.argv.slice(2)

await inFirefox(async (browser) => {
  const page = await open(browser, event)
  await page.locator("html[data-ready]").wait()
  await press(page, "button", "Add to Cart")
  await page.goto(new URL("/cart", event).href)
  await press(page, "link", "Proceed to Checkout")

  await fill(page, "Email Address", email)
  await press(page, "button", "Email me a code")
  await fill(page, "Password", password)
  await press(page, "button", "Use the password")

  await see(page, "Order Items")
  const [paypal] = await Promise.all([popupOf(page), at(page, "paypal-button >>> button").click()])
  await at(paypal, "#pay:enabled").click()
  await see(page, "Thank you for your purchase!")
  console.log(await page.evaluate(() => location.href))
})

/** Returns the next window that the page opens. */
function popupOf(page) {
  return new Promise((resolve) => page.once("popup", resolve))
}
