import { readFileSync, readdirSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

const SOURCE = "src"

/** The folders that each folder may import from, besides itself. Features never import each other. */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  api: ["lib"],
  ui: ["lib"],
  state: ["api", "lib"],
  layout: ["ui", "state", "api", "lib"],
  shared: ["tables", "ui", "state", "api", "lib"],
  features: ["shared", "layout", "ui", "state", "api", "lib"],
  // The rules of tournaments, for the volunteers and for everybody, so no part of either.
  tables: ["lib"],
  // A separate program: what it shares with the shop, both load.
  door: ["tables", "lib"],
  // So is the page of a tournament.
  tournament: ["tables", "lib"],
}

const MAX_FILES = 12

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
const code = files.filter((file) => !/\.test\.tsx?$|^testing\//.test(file))

/** The folder that an import rule names: a feature, another folder, or "" for the files at the top. */
function layerOf(file: string): string {
  const [folder = "", feature = ""] = file.split("/")
  return folder === "features" ? `features/${feature}` : file.includes("/") ? folder : ""
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), "utf8")
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:~|\.\.?)\/[^"]+)"/g)].map((match) => match[1]!)
  return names.map((name) => (name.startsWith("~/") ? name.slice(2) : normalize(join(dirname(file), name))))
}

function isAllowed(from: string, to: string): boolean {
  if (!from || from === to || to === "") return true
  const allowed = MAY_IMPORT[from.split("/")[0]!] ?? []
  return allowed.includes(to)
}

test("Imports point from features to shared code, and features do not import each other", () => {
  expect(code.length).toBeGreaterThan(200)
  const wrong = code.flatMap((file) =>
    importsOf(file)
      .filter((imported) => !isAllowed(layerOf(file), layerOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(wrong).toEqual([])
})

test("No folder imports the files at the top, and no code imports test helpers", () => {
  const top = ["App", "connect", "main", "routes"]
  const wrong = code.flatMap((file) =>
    importsOf(file)
      .filter((imported) => imported.startsWith("testing/") || (file.includes("/") && top.includes(imported)))
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
