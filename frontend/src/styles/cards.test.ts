import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const cards = readFileSync("src/styles/cards.css", "utf8")
const ruleOf = (selector: string) => cards.split(`${selector} {`)[1]?.split("}")[0]

test("a card's description has at most three lines", () => {
  expect(ruleOf(".event-card-text")).toMatch(/ line-clamp: 3;/)
  expect(ruleOf(".event-card-text")).toContain("overflow: hidden;")
})

test("the names of full and canceled dates are struck through", () => {
  const states = String.raw`:is\(\[data-state="full"\], \[data-state="canceled"\]\)`
  expect(cards).toMatch(
    new RegExp(String.raw`\.event-card${states} \.event-card-name [^{]*\{\s*text-decoration: line-through;`),
  )
})
