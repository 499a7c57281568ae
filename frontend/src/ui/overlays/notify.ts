import type { Toast } from "~/ui/overlays/showToast"
import type { ToastAction } from "~/ui/overlays/ToastBody"

/** The toast library comes after the first paint; asking for it again answers the same module. */
async function show(toast: Toast): Promise<void> {
  const { showToast } = await import("~/ui/overlays/showToast")
  showToast(toast)
}

/** Toasts: something worked, or something in the background failed. What must be acted on is also on the page. */
export const notify = {
  success: (text: string, action?: ToastAction, more?: string) => void show({ kind: "success", text, action, more }),
  info: (text: string, action?: ToastAction) => void show({ kind: "info", text, action }),
  error: (text: string, forTheEye = false) => void show({ kind: "error", text, forTheEye }),
}
