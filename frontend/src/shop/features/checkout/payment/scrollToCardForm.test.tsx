import { render, screen } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { useScrollToCardForm } from "./PayButtons"
import { ResizeObserverStub } from "~/testing/resizeObserverStub"

function Box({ open }: { open: boolean }) {
  return <div data-testid="box" ref={useScrollToCardForm(open)} />
}

/** Reports a new size; null while nothing is observed. */
let reportSize: (() => void) | null
let scrolled: { to: Element; options: unknown }[]

beforeEach(() => {
  reportSize = null
  scrolled = []
  vi.useFakeTimers()
  vi.spyOn(ResizeObserverStub.prototype, "observe").mockImplementation(function (this: ResizeObserverStub) {
    reportSize = () => this.callback([], this)
  })
  vi.spyOn(ResizeObserverStub.prototype, "disconnect").mockImplementation(() => {
    reportSize = null
  })
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element, options) {
    scrolled.push({ to: this, options })
  })
  return () => void vi.useRealTimers()
})

function growTo(height: number) {
  vi.spyOn(screen.getByTestId("box"), "getBoundingClientRect").mockReturnValue({ height } as DOMRect)
  reportSize!()
}

const setReducedMotion = (reduced: boolean) =>
  vi
    .spyOn(window, "matchMedia")
    .mockImplementation((query) => ({ matches: reduced && query.includes("reduced-motion: reduce") }) as MediaQueryList)

test.each([
  ["smoothly", false, "smooth"],
  ["instantly with reduced motion", true, "instant"],
])("the page scrolls to the card form once it has rendered, %s", (_, reducedMotion, behavior) => {
  setReducedMotion(reducedMotion)
  render(<Box open />)

  growTo(48) // only the button, while PayPal loads the form
  vi.advanceTimersByTime(5_000)
  growTo(738)
  vi.advanceTimersByTime(200)
  reportSize!() // the line about the held seats appeared above
  vi.advanceTimersByTime(200)
  expect(scrolled).toEqual([])
  vi.advanceTimersByTime(100)

  expect(scrolled).toEqual([{ to: screen.getByTestId("box"), options: { block: "nearest", behavior } }])
  expect(reportSize).toBeNull() // later changes, such as a field error, don't scroll the page
})

test("nothing is observed without an open form, and closing it early prevents scrolling", () => {
  const { rerender } = render(<Box open={false} />)
  expect(reportSize).toBeNull()

  rerender(<Box open />)
  growTo(738)
  rerender(<Box open={false} />)
  vi.advanceTimersByTime(1_000)

  expect(reportSize).toBeNull()
  expect(scrolled).toEqual([])
})
