import { expect, test } from "vitest"
import { flag, list, nullable, number, oneOf, optional, orElse, readAs, record, text, that } from "~/lib/shape"

const Seat = record({ row: text, number: that(number, (value) => value > 0), aisle: optional(flag) })

test("what has the shape is read, and fields nobody asked for are left out", () => {
  expect(readAs(Seat, { row: "A", number: 2, colour: "red" })).toEqual({ row: "A", number: 2 })
  expect(readAs(list(Seat), [{ row: "A", number: 2, aisle: true }])).toEqual([{ row: "A", number: 2, aisle: true }])
})

test.each([
  [null],
  ["A2"],
  [[]],
  [{ row: "A" }],
  [{ row: "A", number: "2" }],
  [{ row: "A", number: 0 }],
  [{ row: "A", number: Number.NaN }],
  [{ row: "A", number: 2, aisle: null }],
])("%j is no seat", (value) => {
  expect(readAs(Seat, value)).toBeNull()
  expect(readAs(list(Seat), value === null ? [] : [value])).toEqual(value === null ? [] : null)
})

test("a value in the place of a wrong one, none, or one of some names", () => {
  const Shop = record({ name: orElse(text, "The shop"), per: oneOf("seat", "booking"), over: nullable(number) })

  expect(readAs(Shop, { name: 3, per: "seat", over: null })).toEqual({ name: "The shop", per: "seat", over: null })
  expect(readAs(Shop, { name: "Ours", per: "hour", over: null })).toBeNull()
  expect(readAs(orElse(nullable(number), 7), null)).toBeNull()
})

test("a field named __proto__ reaches neither what is read nor any other object", () => {
  const stored: unknown = JSON.parse('{"name":"Ana","__proto__":{"isAdmin":true},"constructor":{"isAdmin":true}}')

  const read = record({ name: text, isAdmin: optional(flag) })(stored)

  expect(read).toEqual({ name: "Ana" })
  expect("isAdmin" in read).toBe(false)
  expect("isAdmin" in {}).toBe(false)
})
