import { X } from "lucide-react"
import { type CloseButtonProps, toast, ToastContainer, Slide } from "react-toastify/unstyled"
import "./toasts.css"

export interface Toast {
  kind: "success" | "info" | "error"
  text: string
  action?: { label: string; onClick: () => void } | undefined
}

/** Users need more time for an action such as Undo: to read, decide and reach the button (WCAG 2.2.1). */
const ACTION_MS = 20_000

/** The library's container: top right, 5 s, at most three. */
export function ToastShelf() {
  return (
    <ToastContainer
      limit={3}
      newestOnTop
      transition={Slide}
      closeButton={CloseButton}
      className="max-sm:top-header" // there they cover a heading, but no ticket's code
      toastClassName="border border-line pr-12"
      progressClassName="motion-reduce:opacity-0"
    />
  )
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      aria-label="close"
      onClick={closeToast}
      className="absolute top-0 right-0 grid size-tap place-items-center rounded-md focus-visible:-outline-offset-3"
    >
      <X aria-hidden size={18} />
    </button>
  )
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
