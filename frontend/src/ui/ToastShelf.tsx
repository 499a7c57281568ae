import { useEffect, useLayoutEffect } from "react"
import { ToastContainer, type ToastTransitionProps } from "react-toastify/unstyled"

/** Where toasts appear: at most three, the newest on top, Alt+T takes the focus to it. */
export default function ToastShelf() {
  useHotKey()
  return (
    <ToastContainer
      aria-label="Messages"
      position="top-right"
      limit={3}
      newestOnTop
      autoClose={false} // ToastBody keeps the time: the library's clock runs in a progress bar's animation
      closeButton={false}
      closeOnClick={false}
      draggable={false}
      hideProgressBar
      hotKeys={() => false} // the library's moves to the whole shelf; ours to the newest toast
      icon={false}
      transition={AtOnce}
    />
  )
}

/** Alt+T; by the key's place, as Alt makes it another letter on a Mac. */
function useHotKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== "KeyT") return
      document.querySelector<HTMLElement>(".Toastify__toast")?.focus()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
}

/** Toasts come with a CSS animation and leave at once; the library's transitions wait for keyframes we don't have. */
function AtOnce({ children, done, isIn, nodeRef, playToast }: ToastTransitionProps) {
  useLayoutEffect(() => {
    if (nodeRef.current) nodeRef.current.tabIndex = -1
    playToast()
  }, [nodeRef, playToast])
  useEffect(() => {
    if (!isIn) done()
  }, [isIn, done])
  return <>{children}</>
}
