// A Firefox that does what a script says: `await inFirefox(async (browser) => …)`. The variable FIREFOX names its program.
import puppeteer from "puppeteer-core"

const PHONE = { width: 390, height: 844 }
const TIMEOUT = 30_000 // milliseconds; long, because busy machines are slow

/** Runs the steps in a new Firefox without windows, and ends it. Errors of the steps and of the pages fail the script. */
export async function inFirefox(steps) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX,
    headless: true,
    defaultViewport: PHONE,
  })
  try {
    await steps(browser)
  } finally {
    await browser.close()
  }
}

/** Opens an address and waits until the page's script has started; before, clicks may be lost. */
export async function open(browser, url) {
  const page = await browser.newPage()
  page.setDefaultTimeout(TIMEOUT)
  page.on("pageerror", (error) => {
    throw error
  })
  await page.goto(url)
  return page
}

/**
 * Returns the element to click or fill, once it is visible: a hidden field takes no keys. Puppeteer evaluates text to
 * wait until it is enabled, which the shop's policy forbids.
 */
export function at(page, selector) {
  return page.locator(selector).setVisibility("visible").setWaitForEnabled(false)
}

/** Clicks the element with this role and accessible name. */
export async function press(page, role, name) {
  await at(page, `::-p-aria([name="${name}"][role="${role}"])`).click()
}

/** Fills the field with this label. */
export async function fill(page, label, value) {
  await at(page, `::-p-xpath(//input[@id=//label[normalize-space()="${label}"]/@for])`).fill(value)
}

/** Waits until the page shows this text. */
export async function see(page, text) {
  await page.locator(`::-p-text(${text})`).wait()
}
