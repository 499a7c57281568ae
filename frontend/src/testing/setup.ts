import "@testing-library/jest-dom/vitest"
import "~/testing/modalDialogs"
import "~/testing/waitForEffects"
import { setImmediate } from "node:timers/promises"
import { cleanup, configure } from "@testing-library/react"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { newBrowser, server, unanswered } from "~/testing/browser"
import { ResizeObserverStub } from "~/testing/resizeObserverStub"

// A request that no test answers fails as without a connection, and its test fails below.
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
// Testing Library sets this only when its module loads, which happens once for all files.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
beforeEach(() => newBrowser())
afterEach(async () => {
  cleanup()
  await setImmediate() // a request that has just been made still gets this test's answer, or is counted here
  server.resetHandlers()
  const requests = unanswered.splice(0)
  if (requests.length > 0) throw new Error(`This test doesn't answer: ${requests.join(", ")}`)
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
