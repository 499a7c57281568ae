/** Run after the build: writes the first views of the pages that people land on, and the others' frame, for Django to fill in. */
import { mkdirSync, writeFileSync } from "node:fs"
import { productDatesQuery, productQuery } from "~/api/queries/products"
import { eventTemplate } from "~/firstView/event"
import { frameTemplate } from "~/firstView/frame"
import { homeTemplate } from "~/firstView/home"
import { LOCATION as LIST, listKey, listTemplate } from "~/firstView/list"
import { getReady } from "~/firstView/page"
import { headerKinds } from "~/layout/Frame"

const FOLDER = "../templates/generated"

console.warn = () => {} // of places that are missing: here they are missing on purpose
await getReady("/", productDatesQuery().queryKey)
await getReady(LIST, listKey())
await getReady("/product/any", productQuery("any").queryKey)
mkdirSync(FOLDER, { recursive: true })
writeFileSync(`${FOLDER}/home.html`, homeTemplate())
writeFileSync(`${FOLDER}/list.html`, listTemplate())
writeFileSync(`${FOLDER}/event.html`, eventTemplate())
for (const header of headerKinds) writeFileSync(`${FOLDER}/frame-${header}.html`, frameTemplate(header))
