import { type ReactNode, useEffect, useRef, useState } from "react"
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from "react-router-dom"
import { CheckoutHeader, Header, ResetHeader } from "~/shop/layout/header/Header"
import { Announcer } from "~/common/ui/feedback/announce"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { Messages } from "~/common/ui/overlays/Messages"
import { Toasts } from "~/common/ui/overlays/notify"
import { keepsNothing } from "~/shop/state/storage"

const Footer = latePart(() => import("./Footer"), orNothing)

const headers = { full: Header, checkout: CheckoutHeader, reset: ResetHeader } as const
type HeaderKind = keyof typeof headers

/** The `handle` of a route; `header` selects a header other than the full one. */
export interface RouteHandle {
  header?: HeaderKind
  /** One page at several addresses: it stays when its address changes, with what is open or being typed. */
  page?: string
}

/** The frame of every page: skip link, header, main, footer, toasts. `children` are between the header and main. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const moved = useMoved(pathname)
  const { header = "full", page = pathname } = useHandle()
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
      {children}
      <TroubleBar />
      <main
        key={page}
        id="main"
        ref={main}
        tabIndex={-1}
        aria-busy={waiting || undefined}
        className={`min-h-[70vh] ${moved ? "page-fade" : ""}`}
      >
        <Outlet />
      </main>
      <Footer />
      <Messages>
        <Announcer />
        <Toasts />
      </Messages>
      <ScrollRestoration />
    </>
  )
}

/** What the routes of the page say together. */
function useHandle(): RouteHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle)) as RouteHandle
}

/**
 * Whether the user has left the first page. Only later pages fade in: a fade would delay the largest contentful paint.
 */
function useMoved(pathname: string): boolean {
  const [first] = useState(pathname)
  const [moved, setMoved] = useState(false)
  if (!moved && pathname !== first) setMoved(true)
  return moved
}

/**
 * Moves the focus to the heading of each new page, so that a screen reader starts there. `moved`: do this for the first
 * page too, because the user came to it by a link, as to the checkout, which is always a full page load.
 */
function usePageFocus(pathname: string, moved: boolean) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(moved ? null : pathname)
  useEffect(watchKeys, [])
  useEffect(() => {
    if (last.current === pathname || !main.current) return
    last.current = pathname
    return focusHeading(main.current)
  }, [pathname])
  return main
}

/**
 * Focuses the page's heading, and again when the heading shown while loading is replaced by the real one. If the user
 * has moved the focus by then, it stays where it is.
 */
function focusHeading(main: HTMLElement): () => void {
  let heading: HTMLElement | null = null
  const toHeading = () => {
    heading = main.querySelector("h1")
    const target = heading ?? main
    target.tabIndex = -1
    target.focus({ preventScroll: true, focusVisible: movesByKeys() })
  }
  toHeading()
  const watcher = new MutationObserver(() => {
    const isLost = [document.body, main].includes(document.activeElement as HTMLElement)
    if (!heading?.isConnected && isLost) toHeading()
  })
  watcher.observe(main, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

/** What is wrong with the browser or the connection. */
function TroubleBar() {
  const online = useOnline()
  const [forgets] = useState(keepsNothing)
  return (
    <div role="status" className="no-print bg-warn-bg text-center font-semibold text-warn">
      {forgets && (
        <p className="px-4 py-2">
          Your browser keeps nothing: no cart, no sign-in. Allow cookies, or leave private browsing.
        </p>
      )}
      {!online && <p className="px-4 py-2">You're offline. You can look around; paying needs a connection.</p>}
    </div>
  )
}

/**
 * Tracks whether the user navigates by keyboard. Browsers decide by the last input whether an element that a script
 * focuses gets a focus ring, but only within a document, and the checkout is a new document.
 */
const KEYS = "keys"

function movesByKeys(): boolean {
  try {
    return sessionStorage.getItem(KEYS) !== null
  } catch {
    return false // no focus ring without storage
  }
}

/** Call once. Only the Tab key counts, because typing on a phone sends key events too. */
function watchKeys(): void {
  const listener = (event: Event) => {
    try {
      if (event.type === "pointerdown") sessionStorage.removeItem(KEYS)
      else if ((event as KeyboardEvent).key === "Tab") sessionStorage.setItem(KEYS, "")
    } catch {
      // as above
    }
  }
  addEventListener("keydown", listener)
  addEventListener("pointerdown", listener)
}
