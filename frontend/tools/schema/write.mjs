// Writes src/api/schema.gen.ts from the server's API schema: npm run schema [-- path/to/api-schema.yaml]
import { readFile, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import openapiTS, { astToString } from "openapi-typescript"

const source = resolve(process.argv[2] ?? "../docs/api-schema.yaml")
await readFile(source) // a missing file is better told here than from inside the generator
const types = astToString(await openapiTS(pathToFileURL(source)))
await writeFile(
  "src/api/schema.gen.ts",
  `// Generated from the API schema by \`npm run schema\`. Not edited by hand.\n\n${types}`,
)
console.log(`src/api/schema.gen.ts written from ${source}`)
