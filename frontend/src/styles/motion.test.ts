import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const base = readFileSync("src/styles/base.css", "utf8")
const tokens = readFileSync("src/styles/tokens.css", "utf8")

/** The declarations of a selector's first rule. */
const ruleOf = (selector: string) => base.split(`${selector} {`)[1]?.split("}")[0]

test("the page fade and the mobile menu's slide take half a second", () => {
  expect(tokens).toContain("--t-page: 500ms;")
  expect(ruleOf(".page-fade")).toContain("animation: fade-in var(--t-page)")
  expect(ruleOf('.slide-panel[data-state="open"]')).toContain("animation: slide-in var(--t-page)")
  expect(ruleOf('.slide-panel[data-state="closed"]')).toContain("animation: slide-out var(--t-page)")
})

test("the mobile menu slides in from the right and out to the right", () => {
  expect(base).toMatch(/@keyframes slide-in \{\s*from \{\s*transform: translateX\(100%\);/)
  expect(base).toMatch(/@keyframes slide-out \{\s*to \{\s*transform: translateX\(100%\);/)
})

test("placeholders are gray and pulse, even with reduced motion", () => {
  expect(ruleOf(".skeleton")).toContain("background: var(--hair)")
  expect(ruleOf(".skeleton")).toContain("animation: pulse")
  expect(base.split("prefers-reduced-motion: reduce")[1]).toMatch(/\.skeleton \{[^}]*iteration-count: infinite/)
})
