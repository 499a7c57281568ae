import { vi } from "vitest"
import { atEnd } from "~/testing/newBrowser"

type Seen = { isIntersecting: boolean; bottom: number }

/** This test's visitor has a large screen, on which everything is in sight. jsdom itself has no layout. */
export function onALargeScreen(): void {
  const real = window.matchMedia
  const answerTo = (query: string) => ({
    matches: query.includes("min-width"),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  window.matchMedia = vi.fn(answerTo) as unknown as typeof window.matchMedia
  atEnd(() => {
    window.matchMedia = real
  })
  scrolledTo({ isIntersecting: true, bottom: 100 })
}

/** What every watcher of places in the page is told: whether its place is in sight, and where its lower edge is. */
export function scrolledTo({ isIntersecting, bottom }: Seen): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class extends Watch {
      override observe(target: Element) {
        const entry = { isIntersecting, target, boundingClientRect: { bottom } as DOMRect }
        queueMicrotask(() => this.tell([entry as never], this))
      }
    },
  )
  atEnd(() => vi.unstubAllGlobals())
}

class Watch {
  constructor(readonly tell: (entries: never[], watch: unknown) => void) {}
  observe(_target: Element): void {}
  unobserve(_target: Element): void {}
  disconnect(): void {}
}
