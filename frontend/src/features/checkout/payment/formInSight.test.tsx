import { render, screen } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { useFormInSight } from "~/features/checkout/payment/useFormInSight"

function Box({ open }: { open: boolean }) {
  return <div data-testid="box" ref={useFormInSight(open)} />
}

/** What the browser says of the box's height; null while nobody watches it. */
let grow: ((height: number) => void) | null
let scrolled: { at: Element; how: unknown }[]

beforeEach(() => {
  grow = null
  scrolled = []
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(readonly tell: (entries: object[]) => void) {}
      observe() {
        grow = (height) => this.tell([{ contentRect: { height } }])
      }
      disconnect() {
        grow = null
      }
    },
  )
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element, how) {
    scrolled.push({ at: this, how })
  })
  return () => vi.unstubAllGlobals()
})

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

  grow!(48) // the button alone: PayPal is still fetching the form
  expect(scrolled).toEqual([])
  grow!(738)

  expect(scrolled).toEqual([{ at: screen.getByTestId("box"), how: { block: "nearest", behavior } }])
  expect(grow).toBeNull() // what grows later, as with a fault in a field, moves nothing under the buyer's fingers
})

test("without an open form nothing is watched, and a form that closes is watched no more", () => {
  const { rerender } = render(<Box open={false} />)
  expect(grow).toBeNull()

  rerender(<Box open />)
  expect(grow).not.toBeNull()
  rerender(<Box open={false} />)

  expect(grow).toBeNull()
})
