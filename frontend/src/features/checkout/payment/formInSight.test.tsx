import { render, screen } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { useFormInSight } from "./useFormInSight"
import { SizeWatch } from "~/testing/sizeWatch"

function Box({ open }: { open: boolean }) {
  return <div data-testid="box" ref={useFormInSight(open)} />
}

/** What the browser tells of new sizes; null while nobody watches them. */
let tell: (() => void) | null
let scrolled: { at: Element; how: unknown }[]

beforeEach(() => {
  tell = null
  scrolled = []
  vi.useFakeTimers()
  vi.spyOn(SizeWatch.prototype, "observe").mockImplementation(function (this: SizeWatch) {
    tell = () => this.tell([], this)
  })
  vi.spyOn(SizeWatch.prototype, "disconnect").mockImplementation(() => {
    tell = null
  })
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element, how) {
    scrolled.push({ at: this, how })
  })
  return () => void vi.useRealTimers()
})

function growTo(height: number) {
  vi.spyOn(screen.getByTestId("box"), "getBoundingClientRect").mockReturnValue({ height } as DOMRect)
  tell!()
}

const wantsNoMovement = (yes: boolean) =>
  vi
    .spyOn(window, "matchMedia")
    .mockImplementation((query) => ({ matches: yes && query.includes("reduced-motion: reduce") }) as MediaQueryList)

test.each([
  ["smoothly", false, "smooth"],
  ["at once for who wants no movement", true, "instant"],
])("the page scrolls to the card form once it is drawn, %s", (_, noMovement, behavior) => {
  wantsNoMovement(noMovement)
  render(<Box open />)

  growTo(48) // the button alone: PayPal is still fetching the form
  vi.advanceTimersByTime(5_000)
  growTo(738)
  vi.advanceTimersByTime(200)
  tell!() // the line about the held seats came above it
  vi.advanceTimersByTime(200)
  expect(scrolled).toEqual([])
  vi.advanceTimersByTime(100)

  expect(scrolled).toEqual([{ at: screen.getByTestId("box"), how: { block: "nearest", behavior } }])
  expect(tell).toBeNull() // what grows later, as with a fault in a field, moves nothing under the buyer's fingers
})

test("without an open form nothing is watched, and one that closes in time moves nothing", () => {
  const { rerender } = render(<Box open={false} />)
  expect(tell).toBeNull()

  rerender(<Box open />)
  growTo(738)
  rerender(<Box open={false} />)
  vi.advanceTimersByTime(1_000)

  expect(tell).toBeNull()
  expect(scrolled).toEqual([])
})
