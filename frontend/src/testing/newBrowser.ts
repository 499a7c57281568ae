import { focusManager, onlineManager } from "@tanstack/react-query"
import { toast } from "react-toastify"
import { resetServerClock } from "~/common/lib/time/serverClock"
import { cart } from "~/shop/state/cart"
import { session } from "~/shop/state/session"
import { setShop } from "~/shop/state/shop"
import { theme } from "~/shop/state/theme"
import { calls } from "~/testing/server"
import { announcement } from "~/common/ui/feedback/announce"
import { shelf } from "~/common/ui/overlays/notify"
import "~/common/ui/overlays/ToastShelf" // otherwise the first toast loads it, and may show in the next test

const cleanups: (() => void)[] = []

/** Registers a function that runs before the next test. */
export function atEnd(cleanup: () => void): void {
  cleanups.push(cleanup)
}

/** Resets the state that tests share: each test starts online and signed out, with an empty page and cart. */
export function newBrowser(): void {
  for (const cleanup of cleanups.splice(0)) cleanup()
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, "clipboard") // added by user-event
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
  localStorage.clear()
  sessionStorage.clear()
  setShop({
    timeZone: "America/Los_Angeles",
    name: "Charity Card Shop",
    invitation: { title: "Pull up a chair", text: "Newcomers are welcome." },
  })
  resetServerClock()
  cart.reload()
  session.reload()
  theme.reload()
  announcement.set("")
  shelf.set(null)
  toast.dismiss() // one that no page showed would wait for the next page
  document.title = ""
  calls.length = 0
}
