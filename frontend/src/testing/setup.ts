import "@testing-library/jest-dom/vitest"
import { cleanup, configure } from "@testing-library/react"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { newBrowser } from "~/testing/newBrowser"
import { server } from "~/testing/server"
import { ResizeObserverStub } from "~/testing/resizeObserverStub"

// A request that no test answers fails.
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
// Testing Library sets this only when its module loads, which happens once for all files.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
beforeEach(() => newBrowser())
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

// Pages load their code on the first visit, which takes time on a busy machine. Queries ignore the announcer, which
// repeats texts of the page for screen readers.
configure({ asyncUtilTimeout: 15_000, defaultIgnore: "script, style, .sr-only[aria-live]" })

// What jsdom does not have.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Element.prototype.hasPointerCapture = () => false
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.ResizeObserver ??= ResizeObserverStub // once, because loaded modules keep it
