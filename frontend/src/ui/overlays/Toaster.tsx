import { lazy, Suspense, useEffect, useState } from "react"

const ToastShelf = lazy(() => import("~/ui/overlays/ToastShelf"))

/** The live region for toasts, on the page from the first moment after the first paint. */
export function Toasts() {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return <div className="toasts">{ready && <Suspense>{<ToastShelf />}</Suspense>}</div>
}
