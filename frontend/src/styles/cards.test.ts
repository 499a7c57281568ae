import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const cards = readFileSync("src/styles/cards.css", "utf8")
const ruleOf = (selector: string) => cards.split(`${selector} {`)[1]?.split("}")[0]

test("a card's description has at most three lines", () => {
  expect(ruleOf(".event-card-text")).toMatch(/ line-clamp: 3;/)
  expect(ruleOf(".event-card-text")).toContain("overflow: hidden;")
})

test("the name of a full date is struck through", () => {
  expect(cards).toMatch(/\.event-card\[data-state="full"\] \.event-card-name [^{]*\{\s*text-decoration: line-through;/)
})
