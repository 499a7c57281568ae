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
  standIn("ResizeObserver", SizeWatch)
  scrolledTo({ isIntersecting: true, bottom: 100 })
}

/** What every watcher of places in the page is told: whether its place is in sight, and where its lower edge is. */
export function scrolledTo({ isIntersecting, bottom }: Seen): void {
  standIn(
    "IntersectionObserver",
    class extends Watch {
      override observe(target: Element) {
        const entry = { isIntersecting, target, boundingClientRect: { bottom } as DOMRect }
        queueMicrotask(() => this.tell([entry as never], this))
      }
    },
  )
}

class Watch {
  constructor(readonly tell: (entries: never[], watch: unknown) => void) {}
  observe(_target: Element): void {}
  unobserve(_target: Element): void {}
  disconnect(): void {}
}

/** Whatever is measured is a line of text as wide as a page: FullCalendar draws nothing before it knows sizes. */
class SizeWatch extends Watch {
  private readonly watched = new Set<Element>()

  override observe(target: Element): void {
    this.watched.add(target)
    setTimeout(() => {
      const borderBoxSize = [{ inlineSize: 1000, blockSize: 20 }]
      if (this.watched.has(target)) this.tell([{ target, borderBoxSize } as never], this)
    })
  }
  override unobserve(target: Element): void {
    this.watched.delete(target)
  }
  override disconnect(): void {
    this.watched.clear()
  }
}

function standIn(name: "IntersectionObserver" | "ResizeObserver", Stand: typeof Watch): void {
  vi.stubGlobal(name, Stand)
  atEnd(() => vi.unstubAllGlobals())
}
