import { useEffect, useRef, useState } from "react"
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from "react-router-dom"
import { Footer } from "~/layout/Footer"
import { CheckoutHeader, Header, ResetHeader } from "~/layout/header/Header"
import { OfflineBar } from "~/layout/OfflineBar"
import { movesByKeys, watchKeys } from "~/ui/hooks/lastInput"
import { Announcer } from "~/ui/feedback/Announcer"
import { Toasts } from "~/ui/overlays/Toaster"

const headers = { full: Header, checkout: CheckoutHeader, reset: ResetHeader } as const
export type HeaderKind = keyof typeof headers

/** A route's `handle` may ask for another header than the full one. */
export interface RouteHandle {
  header?: HeaderKind
}

/** What every page stands in: skip link, header, main, footer, toasts. */
export function Frame() {
  const { pathname } = useLocation()
  const moved = useMoved(pathname)
  const header = useHeaderKind()
  const PageHeader = headers[header]
  const main = usePageFocus(pathname, header === "checkout")
  const waiting = useNavigation().state === "loading"
  return (
    <>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
        className="no-print sr-only z-50 rounded-md bg-amber p-3 font-semibold text-on-amber focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to main content
      </a>
      <PageHeader />
      <OfflineBar />
      <main
        key={pathname}
        id="main"
        ref={main}
        tabIndex={-1}
        aria-busy={waiting || undefined}
        className={`min-h-[70vh] ${moved ? "page-fade" : ""}`}
      >
        <Outlet />
      </main>
      <Footer />
      <Announcer />
      <Toasts />
      <ScrollRestoration />
    </>
  )
}

function useHeaderKind(): HeaderKind {
  const asked = useMatches().map((match) => (match.handle as RouteHandle | undefined)?.header)
  return asked.findLast((kind) => kind !== undefined) ?? "full"
}

/** Whether this is another page than the one that was loaded: a faded first paint would delay the largest one. */
function useMoved(pathname: string): boolean {
  const [first] = useState(pathname)
  const [moved, setMoved] = useState(false)
  if (!moved && pathname !== first) setMoved(true)
  return moved
}

/**
 * On a move to another page the focus goes to its heading, so that a screen reader begins there. `moved`: the first page
 * was moved to as well, although it came as a document of its own, as the checkout always does.
 */
function usePageFocus(pathname: string, moved: boolean) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(moved ? null : pathname)
  useEffect(watchKeys, [])
  useEffect(() => {
    if (last.current === pathname || !main.current) return
    last.current = pathname
    return keepOnHeading(main.current)
  }, [pathname])
  return main
}

/**
 * A page that still waits for its data has a heading of its own. Once that one gives way to the real one, the focus
 * would be nowhere; it goes along, unless somebody has moved it meanwhile.
 */
function keepOnHeading(main: HTMLElement): () => void {
  let heading: HTMLElement | null = null
  const toHeading = () => {
    heading = main.querySelector("h1")
    const target = heading ?? main
    target.tabIndex = -1
    target.focus({ preventScroll: true, focusVisible: movesByKeys() })
  }
  toHeading()
  const watcher = new MutationObserver(() => {
    const isNowhere = [document.body, main].includes(document.activeElement as HTMLElement)
    if (!heading?.isConnected && isNowhere) toHeading()
  })
  watcher.observe(main, { childList: true, subtree: true })
  return () => watcher.disconnect()
}
