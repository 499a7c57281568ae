// Writes the API's types: node tools/schema/write.mjs [api-schema.yaml] [schema.gen.ts]
import { readFile, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import openapiTS, { astToString } from "openapi-typescript"

const source = resolve(process.argv[2] ?? "../docs/api-schema.yaml")
const target = resolve(process.argv[3] ?? "src/api/schema.gen.ts")
await readFile(source) // a missing file is better told here than from inside the generator
const types = astToString(await openapiTS(pathToFileURL(source)))
await writeFile(target, `// Generated from the API schema by \`make types\`. Not edited by hand.\n\n${types}`)
