import { focusManager, onlineManager } from "@tanstack/react-query"
import { resetServerClock } from "~/lib/time/serverClock"
import { cart } from "~/state/cart"
import { session } from "~/state/session"
import { setShop } from "~/state/shop"
import { theme } from "~/state/theme"
import { calls } from "~/testing/server"
import { announcement } from "~/ui/feedback/announce"
import { shelf } from "~/ui/overlays/notify"

const endings: (() => void)[] = []

/** Runs before the next test begins. */
export function atEnd(end: () => void): void {
  endings.push(end)
}

/** Every test begins in a new browser: on line, with an empty page and cart, and nobody signed in. */
export function newBrowser(): void {
  for (const end of endings.splice(0)) end()
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, "clipboard") // the visitor's own, which user-event puts there
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
  document.title = ""
  calls.length = 0
}
