import { toast, ToastContainer, Slide } from "react-toastify/unstyled"
import "react-toastify/ReactToastify.css"
import "./toasts.css"
import type { Toast } from "~/ui/overlays/notify"

/** Users need more time for an action such as Undo: to read, decide and reach the button (WCAG 2.2.1). */
const ACTION_MS = 20_000

/** The library's container: top right, 5 s, at most three. */
export function ToastShelf() {
  return <ToastContainer limit={3} newestOnTop transition={Slide} />
}

/** Uses the text as the ID, so that the library shows the same text only once at a time. */
export function showToast({ kind, text, action }: Toast): void {
  const role = kind === "error" ? "alert" : "status"
  if (!action) return void toast[kind](text, { toastId: text, role })
  toast[kind](
    ({ closeToast }) => (
      <>
        <p className="flex-1">{text}</p>
        <button
          type="button"
          className="min-h-tap px-2 font-semibold text-link underline"
          onClick={() => {
            action.onClick()
            closeToast()
          }}
        >
          {action.label}
        </button>
      </>
    ),
    { toastId: text, role, autoClose: ACTION_MS },
  )
}
