import { useEffect, useLayoutEffect } from "react"
import { toast, ToastContainer, type ToastTransitionProps } from "react-toastify/unstyled"

/** Where toasts appear: at most three, the newest on top. Alt+T takes the focus to it, Esc closes it. */
export default function ToastShelf() {
  useKeys()
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

/** Alt+T by the key's place, as Alt makes it another letter on a Mac. */
function useKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const newest = document.querySelector<HTMLElement>(".Toastify__toast")
      if (event.altKey && event.code === "KeyT") newest?.focus()
      // A dialog or a menu takes its own Esc, before it comes to the window.
      if (event.key === "Escape" && newest && !event.defaultPrevented) toast.dismiss(newest.id)
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [])
}

/** Toasts come with a CSS animation and leave at once; the library's transitions wait for keyframes we don't have. */
function AtOnce({ children, done, isIn, nodeRef, playToast }: ToastTransitionProps) {
  useLayoutEffect(() => {
    const frame = nodeRef.current
    if (frame) frame.tabIndex = -1
    if (!frame?.matches(".Toastify__toast--error")) frame?.setAttribute("aria-live", "off") // it is announced
    playToast()
  }, [nodeRef, playToast])
  useEffect(() => {
    if (!isIn) done()
  }, [isIn, done])
  return <>{children}</>
}
