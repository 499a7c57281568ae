// Opens the door with a volunteer's link and lets a party in: node door.mjs <link> <PIN> <ticket's code> <what to see>…
import { fill, inFirefox, open, press, see } from "./firefox.mjs"

const [link, pin, code, ...texts] = process.argv.slice(2)

await inFirefox(async (browser) => {
  const page = await open(browser, link)
  await fill(page, "PIN", pin)
  await fill(page, "Your first name", "Ana")
  await press(page, "button", "Sign in")

  await fill(page, "Type the code", code)
  await page.keyboard.press("Enter")
  for (const text of texts) await see(page, text)
})
