import { ToastBody, type ToastAction } from "~/ui/ToastBody"

type Kind = "success" | "info" | "error"

/** The toast library comes after the first paint; asking for it again answers the same module. */
const library = () => import("react-toastify/unstyled")

async function show(kind: Kind, text: string, action?: ToastAction, more?: string): Promise<void> {
  const { toast } = await library()
  if (toast.isActive(text)) return // never the same words twice at once
  toast(({ closeToast }) => <ToastBody text={text} more={more} action={action} close={closeToast} />, {
    toastId: text,
    type: kind,
    role: kind === "error" ? "alert" : "status",
  })
}

/** Toasts: something worked, or something in the background failed. What must be acted on is also on the page. */
export const notify = {
  /** `more` is a second line. */
  success: (text: string, action?: ToastAction, more?: string) => void show("success", text, action, more),
  info: (text: string, action?: ToastAction) => void show("info", text, action),
  error: (text: string, action?: ToastAction) => void show("error", text, action),
}
