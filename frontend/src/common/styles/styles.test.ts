import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

test("every variable that a style uses is defined", () => {
  const texts = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.(css|tsx?)$/.test(file))
    .map((file) => readFileSync(`src/${file}`, "utf8"))
  const namesIn = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name)))
  const defined = namesIn(/(--[\w-]+)(?::|", )/g)

  const missing = [...namesIn(/(?:var\(|[a-z]-\()(--[\w-]+)\)/g)].filter((name) => !defined.has(name))

  expect(missing).toEqual([])
  const beginnings = [...namesIn(/var\((--[\w-]*)\$\{/g)] // of names that a script completes
  expect(beginnings).toContain("--color-f-")
  expect(beginnings.filter((beginning) => ![...defined].some((name) => name?.startsWith(beginning ?? "")))).toEqual([])
})
