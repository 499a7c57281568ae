import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const [cards, base, tokens] = ["cards", "base", "tokens"].map((name) =>
  readFileSync(`src/common/styles/${name}.css`, "utf8"),
)

/** The declarations of a selector's first rule. */
const ruleOf = (styles: string | undefined, selector: string) => styles?.split(`${selector} {`)[1]?.split("}")[0]

test("a card's description has at most three lines", () => {
  expect(ruleOf(cards, ".event-card-text")).toMatch(/ line-clamp: 3;/)
  expect(ruleOf(cards, ".event-card-text")).toContain("overflow: hidden;")
})

test("the names of full and canceled dates are struck through", () => {
  const states = String.raw`:is\(\[data-state="full"\], \[data-state="canceled"\]\)`
  expect(cards).toMatch(
    new RegExp(String.raw`\.event-card${states} \.event-card-name [^{]*\{\s*text-decoration: line-through;`),
  )
})

test("the page fade and the mobile menu's slide take half a second", () => {
  expect(tokens).toContain("--t-page: 500ms;")
  expect(ruleOf(base, ".page-fade")).toContain("animation: fade-in var(--t-page)")
  expect(ruleOf(base, ".slide-panel")).toContain("transition: translate var(--t-page)")
})

test("the mobile menu slides in from the right and out to the right", () => {
  expect(ruleOf(base, ".slide-panel")).toContain("translate: 100%;")
  expect(base).toMatch(/\.modal\[open\] > \.slide-panel \{\s*translate: 0;\s*@starting-style \{\s*translate: 100%;/)
})

test("placeholders are gray and pulse, even with reduced motion", () => {
  expect(ruleOf(base, ".skeleton")).toContain("background: var(--color-hair)")
  expect(ruleOf(base, ".skeleton")).toContain("animation: pulse")
  expect(base?.split("prefers-reduced-motion: reduce")[1]).toMatch(/\.skeleton \{[^}]*iteration-count: infinite/)
})

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
