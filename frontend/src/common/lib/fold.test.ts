import { expect, test } from "vitest"
import cases from "../../../../tests/fold_cases.json"
import { cleanCode, fold } from "./fold"

test.each(cases as [string, string][])("%j is searched as %j", (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test("codes are read as people see them", () => {
  for (const typed of ["SPRING‐1", " SPRING−1\u{200b}", "SPR\u{ad}ING–1"]) expect(cleanCode(typed)).toBe("SPRING-1")
})
