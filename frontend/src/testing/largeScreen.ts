import { vi } from "vitest"
import { atEnd } from "~/testing/newBrowser"

/** This test's visitor has a large screen. */
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
}
