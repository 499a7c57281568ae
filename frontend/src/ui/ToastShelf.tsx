import { useEffect, useLayoutEffect } from "react"
import { ToastContainer, type ToastTransitionProps } from "react-toastify/unstyled"

/** Where toasts appear: at most three, the newest on top, Alt+T takes the focus to it. */
export default function ToastShelf() {
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
      icon={false}
      transition={AtOnce}
    />
  )
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
