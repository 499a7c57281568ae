import "@testing-library/jest-dom/vitest"
import { cleanup, configure } from "@testing-library/react"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { newBrowser } from "~/testing/newBrowser"
import { server } from "~/testing/server"
import { SizeWatch } from "~/testing/sizeWatch"

// A call that no test has answered fails, instead of going somewhere.
beforeAll(() => server.listen({ onUnhandledRequest: "error" }))
// React waits for `act`. Testing Library says so as it is loaded, which is once for many files.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
beforeEach(() => newBrowser())
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

// A page's code comes with its first visit, and a busy machine takes its time.
// Words are looked for where they are seen: the announcer speaks many of them a second time.
configure({ asyncUtilTimeout: 15_000, defaultIgnore: "script, style, .sr-only[aria-live]" })

// What jsdom does not have.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Element.prototype.hasPointerCapture = () => false
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.ResizeObserver ??= SizeWatch // once: what has been loaded in this browser keeps it
