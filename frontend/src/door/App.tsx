import { lazy, Suspense, useEffect, useSyncExternalStore } from "react"
import type { Shop } from "./device/page"
import type { Phone } from "./phone"
import { Button } from "./ui/Button"
import { Enter } from "./screens/Enter"
import { Message } from "./ui/Message"
import { Scan } from "./screens/Scan"

/** The service worker keeps it, too. */
const Tables = lazy(() => import("./screens/tables/Tables").catch(() => ({ default: NotLoaded })))

/** The door's page: one screen at a time. */
export function App({ phone, shop }: { phone: Phone; shop: Shop }) {
  const stage = useSyncExternalStore(phone.subscribe, phone.get)
  useEffect(() => {
    document.documentElement.dataset.ready = "1" // for the page's inline script
  }, [])
  switch (stage.name) {
    case "loading":
      return null
    case "insecure":
      return <Message title="Open this page over HTTPS" text="Without it, browsers don't allow the camera." />
    case "unsaved":
      return (
        <Message title="This phone can't save. Use another one." text="Leave private browsing, or free some space." />
      )
    case "elsewhere":
      return (
        <Message title="The door is open in another tab" text="Only one tab can scan.">
          <Button onClick={() => void phone.start(true)}>Use it here</Button>
        </Message>
      )
    case "enter":
      return <Enter {...stage} shop={shop} enter={phone.enter} />
    case "open":
      return stage.session.role === "tables" ? (
        <Suspense>
          <Tables key={stage.session.device} {...stage} shop={shop} leave={phone.leave} />
        </Suspense>
      ) : (
        <Scan {...stage} shop={shop} leave={phone.leave} setShowing={phone.setShowing} />
      )
  }
}

function NotLoaded() {
  return (
    <Message title="The tables didn't load" text="Check the connection.">
      <Button onClick={() => location.reload()}>Try again</Button>
    </Message>
  )
}
