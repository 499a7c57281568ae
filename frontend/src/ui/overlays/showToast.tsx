import { toast } from "react-toastify/unstyled"
import { announce } from "~/ui/feedback/announce"
import { ToastBody, type ToastAction } from "~/ui/overlays/ToastBody"

export interface Toast {
  kind: "success" | "info" | "error"
  text: string
  /** A second line. */
  more?: string | undefined
  action?: ToastAction | undefined
  /** Screen readers are told elsewhere, and would hear it twice. */
  forTheEye?: boolean
}

export function showToast({ kind, text, more, action, forTheEye = false }: Toast): void {
  if (toast.isActive(text)) return // never the same words twice at once
  // An alert speaks by itself. A status that comes with its text may not, and would tell the names of its buttons too.
  if (kind !== "error") announce([text, more].filter(Boolean).join(" "))
  toast(({ closeToast }) => <ToastBody {...{ text, more, action, forTheEye }} close={closeToast} />, {
    toastId: text,
    type: kind,
    role: forTheEye ? "group" : kind === "error" ? "alert" : "status",
  })
}
