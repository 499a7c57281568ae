/**
 * Compares the size of each page's files with its budget: `node tools/budgets/check.mjs`, after a build.
 * Sizes are gzipped, in KB of 1,000 bytes. A page has all static imports of the entry and of the page's module. Code that
 * loads later, such as the calendar, has its own budget.
 */
import { readFileSync, statSync } from "node:fs"
import { gzipSync } from "node:zlib"

const BUILT = new URL("../../../static/app/", import.meta.url)
const ENTRY = "src/shop/main.tsx"
const DOOR = "src/evening/door/main.tsx"
const TOURNAMENT = "src/evening/tournament/main.tsx"
const DOOR_SCAN = "src/evening/door/screens/Scan.tsx"
const DOOR_TABLES = "src/evening/scorekeeper/Tables.tsx"
const FEATURES = "src/shop/features/"
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", BUILT), "utf8"))

const CALENDAR = `${FEATURES}home/calendar/Calendar.tsx`
const CAROUSEL = `${FEATURES}home/Carousel.tsx`
const PAGES = [
  ["home on a phone", "home/HomePage.tsx", 134.2],
  ["list of events", "events/EventsPage.tsx", 137.7],
  ["event", "event/EventPage.tsx", 141.1],
  ["cart", "cart/CartPage.tsx", 134.8],
  ["checkout (without PayPal's)", "checkout/CheckoutPage.tsx", 149.5],
  ["order", "orders/OrderPage.tsx", 135.8],
]
const ADMIN = 177.5

/** Returns the modules and all their static imports. */
function closure(...modules) {
  return reach(modules, ["imports"])
}

function reach(modules, kinds) {
  const queue = [...modules]
  const found = new Set()
  while (queue.length > 0) {
    const module = queue.shift()
    if (found.has(module)) continue
    if (!manifest[module]) throw new Error(`${module} is not in the build's manifest.`)
    found.add(module)
    queue.push(...kinds.flatMap((kind) => manifest[module][kind] ?? []))
  }
  return found
}

const read = (file) => readFileSync(new URL(file, BUILT))
const gzipped = (files) => files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1000
const scripts = (modules) => gzipped([...modules].map((module) => manifest[module].file))

const entry = closure(ENTRY)
const page = (path) => closure(ENTRY, FEATURES + path)
const home = page("home/HomePage.tsx")
const laterOnHome = [...closure(CALENDAR, CAROUSEL)].filter((module) => !home.has(module))
const adminPages = Object.keys(manifest).filter((name) => /^src\/shop\/features\/admin\/.*Page\.tsx$/.test(name))
const shop = reach([ENTRY], ["imports", "dynamicImports"])
/** Returns a program's modules besides React's. Both `reach` and the shop's have the modules that load later. */
const beyondReact = (program) =>
  [...reach([program], ["imports", "dynamicImports"])].filter((module) => !/^_(react|rolldown-runtime)-/.test(module))
const door = beyondReact(DOOR)
const tournament = beyondReact(TOURNAMENT)
const tablesOfDoor = [...closure(DOOR_TABLES)].filter((module) => !closure(DOOR, DOOR_SCAN).has(module))
// The package `qr` is loaded by neither until it is needed: to read codes, and by staff to draw one. `fold` and `amount`
// are small, and all searches and all fields for money need them. The rules of tournaments rank players wherever they are shown.
const sharedWithShop = (modules) =>
  modules.filter((module) => shop.has(module) && !/^_(qr|fold|amount|standings)-/.test(module))
const fonts = (manifest[ENTRY].assets ?? []).filter((file) => file.endsWith(".woff2"))

const rows = [
  ["entry", scripts(entry), 120],
  ...PAGES.map(([name, path, budget]) => [name, scripts(page(path)), budget]),
  ["home on a large screen, later", scripts(laterOnHome), 80],
  ...adminPages.map((name) => [name.slice(FEATURES.length), scripts(closure(ENTRY, name)), ADMIN]),
  ["the door until the PIN", scripts(closure(DOOR)), 84],
  ["the door beyond React, without tables", scripts(door.filter((module) => !tablesOfDoor.includes(module))), 45],
  ["the door's tables, later", scripts(tablesOfDoor), 18],
  ["the door's parts of the shop", scripts(sharedWithShop(door)), 0],
  ["a tournament", scripts(closure(TOURNAMENT)), 82.5],
  ["a tournament beyond React", scripts(tournament), 15],
  ["a tournament's parts of the shop", scripts(sharedWithShop(tournament)), 0],
  ["CSS (without the calendar's)", gzipped(manifest[ENTRY].css), 20],
  ["the door's CSS", gzipped(manifest[DOOR].css), 10],
  ["a tournament's CSS", gzipped(manifest[TOURNAMENT].css), 10],
  ["fonts", fonts.reduce((sum, file) => sum + statSync(new URL(file, BUILT)).size, 0) / 1000, 60],
]

const over = rows.filter(([, size, budget]) => size > budget)
for (const [name, size, budget] of rows)
  console.log(
    `${name.padEnd(34)} ${size.toFixed(1).padStart(6)} of ${budget} KB${size > budget ? "  OVER BUDGET" : ""}`,
  )
if (over.length > 0) {
  console.error(
    `\nOver budget: ${over.map(([name]) => name).join(", ")}. Load code later that a page doesn't need immediately.`,
  )
  process.exit(1)
}
