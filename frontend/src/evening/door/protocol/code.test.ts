import fc from "fast-check"
import { expect, test } from "vitest"
import { checkCharacter, hashCode, readCode } from "./code"

const ALPHABET = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"]
const CODE = "T17K2M9QXW4R8TB3CN9"
const bodies = fc.array(fc.constantFrom(...ALPHABET), { minLength: 16, maxLength: 16 })
const codeOf = (body: string[]) => `T1${body.join("")}${checkCharacter(body.join(""))}`

test("A code has the hash that the server computes", async () => {
  expect(readCode(CODE)).toBe(CODE)
  expect(await hashCode(CODE)).toBe("bGyaZE86ktg4S8Ko")
})

test("Every code is read", () => {
  fc.assert(fc.property(bodies, (body) => readCode(codeOf(body)) === codeOf(body)))
})

test("A wrong character is noticed", () => {
  fc.assert(
    fc.property(bodies, fc.nat(16), fc.constantFrom(...ALPHABET), (body, position, wrong) => {
      const code = codeOf(body)
      const changed = code.slice(0, 2 + position) + wrong + code.slice(3 + position)
      return changed === code || readCode(changed) === null
    }),
  )
})

test.each([
  ["nothing", ""],
  ["an address", "https://shop.example/order/1"],
  ["a whole book", CODE.repeat(200)],
  ["a code with a letter that isn't used", "T17K2M9QXW4R8TB3CNU"],
  ["a code that is too short", CODE.slice(0, -1)],
  ["another kind of code", `T2${CODE.slice(2)}`],
])("%s is not a code", (_, text) => {
  expect(readCode(text)).toBeNull()
})
