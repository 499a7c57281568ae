import { readFileSync, readdirSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

const SOURCE = "src"

/** The folders that each folder may import from, besides itself. Features never import each other. */
const COMMON = ["common/jsx", "common/ui", "common/api", "common/tables", "common/lib"]
const MAY_IMPORT: Record<string, string[]> = {
  "common/lib": [],
  "common/api": ["common/lib"],
  "common/jsx": [],
  "common/ui": ["common/jsx", "common/lib"],
  // The rules of tournaments that rank players, wherever they are shown.
  "common/tables": ["common/api"],
  "shop/queries": COMMON,
  "shop/state": ["shop/queries", ...COMMON],
  "shop/layout": ["shop/state", "shop/queries", ...COMMON],
  "shop/shared": ["shop/state", "shop/queries", ...COMMON],
  "shop/features": ["shop/shared", "shop/layout", "shop/state", "shop/queries", ...COMMON],
  "evening/tables": COMMON,
  "evening/door": ["evening/scorekeeper", "evening/tables", ...COMMON],
  "evening/scorekeeper": ["evening/door", "evening/tables", ...COMMON],
  "evening/tournament": ["evening/tables", ...COMMON],
}
/** The files that start the shop, which no folder of it imports. */
const START = ["App", "main", "routes"]

const MAX_FILES = 12

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
const code = files.filter((file) => !/\.test\.tsx?$|^testing\//.test(file))

/** The folder that an import rule names: a feature, another folder, or the program for the files at its top. */
function layerOf(file: string): string {
  const folders = file.split("/").slice(0, -1)
  return folders.slice(0, folders[1] === "features" ? 3 : 2).join("/")
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), "utf8")
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:~|\.\.?)\/[^"]+)"/g)].map((match) => match[1]!)
  return names.map((name) => (name.startsWith("~/") ? name.slice(2) : normalize(join(dirname(file), name))))
}

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true
  if (from === "shop") return !to.startsWith("evening/")
  if (to === "shop") return from.startsWith("shop/")
  return (MAY_IMPORT[from.split("/").slice(0, 2).join("/")] ?? []).includes(to)
}

test("The shop and the evening import only common code, features shared code, and not each other", () => {
  expect(code.length).toBeGreaterThan(200)
  const wrong = code.flatMap((file) =>
    importsOf(file)
      .filter((imported) => !isAllowed(layerOf(file), layerOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(wrong).toEqual([])
})

test("No folder imports the files that start the shop, and no code imports test helpers", () => {
  const top = START.map((name) => `shop/${name}`)
  const wrong = code.flatMap((file) =>
    importsOf(file)
      .filter((imported) => imported.startsWith("testing/") || (layerOf(file) !== "shop" && top.includes(imported)))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(wrong).toEqual([])
})

test("No folder has more than twelve files, tests not counted", () => {
  const counts: Record<string, number> = {}
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    counts[dirname(file)] = (counts[dirname(file)] ?? 0) + 1
  }
  expect(Object.entries(counts).filter(([, count]) => count > MAX_FILES)).toEqual([])
})
