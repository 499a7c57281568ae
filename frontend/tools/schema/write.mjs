// Writes the API's types and the bounds of fields: node tools/schema/write.mjs [api-schema.yaml] [folder]
import { readFile, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { load } from "js-yaml"
import openapiTS, { astToString } from "openapi-typescript"

const HEAD = "// Generated from the API schema by `make types`. Do not edit.\n\n"
const BOUNDS = ["minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"]
const FORMS = {
  eventBounds: "EventUpdateRequest",
  goalBounds: "GoalRequest",
  entryBounds: "EntryFormRequest",
  voucherBounds: "VoucherChangesRequest",
  refundBounds: "RefundOrderRequest",
  orderBounds: "PlaceOrderRequest",
}
// In a file of its own, because the door's app loads no other bounds.
const CASH = { drawerBounds: "DrawerFormRequest" }

const source = resolve(process.argv[2] ?? "../docs/api-schema.yaml")
const folder = resolve(process.argv[3] ?? "src/common/api")
const schema = load(await readFile(source, "utf8"))

/** Returns the bounds of a component's properties by name, without properties that have none. */
function boundsOf(component) {
  const rows = Object.entries(schema.components.schemas[component].properties).map(([name, property]) => [
    name,
    Object.fromEntries(BOUNDS.filter((bound) => bound in property).map((bound) => [bound, property[bound]])),
  ])
  return Object.fromEntries(rows.filter(([, bounds]) => Object.keys(bounds).length > 0))
}

await writeFile(join(folder, "schema.gen.ts"), HEAD + astToString(await openapiTS(schema)))
for (const [file, forms] of Object.entries({ "bounds.gen.ts": FORMS, "cash.gen.ts": CASH })) {
  const bounds = Object.entries(forms).map(
    ([name, component]) => `export const ${name} = ${JSON.stringify(boundsOf(component), null, 2)} as const\n`,
  )
  await writeFile(join(folder, file), HEAD + bounds.join("\n"))
}
