import { vi } from "vitest"
import { atEnd } from "~/testing/newBrowser"

/** Simulates a large screen with all elements visible, because jsdom has no layout. */
export function onALargeScreen(): void {
  const real = window.matchMedia
  const match = (query: string) => ({
    matches: query.includes("min-width"),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  window.matchMedia = vi.fn(match) as unknown as typeof window.matchMedia
  atEnd(() => {
    window.matchMedia = real
  })
  scrolledTo(true)
}

/** Makes every IntersectionObserver report that its element is visible, or that it isn't. */
export function scrolledTo(isIntersecting: boolean): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class extends IntersectionObserverStub {
      override observe(target: Element) {
        const entry = { isIntersecting, intersectionRatio: Number(isIntersecting), target }
        queueMicrotask(() => this.callback([entry as never], this))
      }
    },
  )
  atEnd(() => vi.unstubAllGlobals())
}

class IntersectionObserverStub {
  constructor(readonly callback: (entries: never[], observer: unknown) => void) {}
  observe(_target: Element): void {}
  unobserve(_target: Element): void {}
  disconnect(): void {}
}
