import { type ReactNode, useLayoutEffect } from "react"
import { createPortal } from "react-dom"

const messages = document.createElement("div")
messages.className = "absolute" // takes no room in a dialog
const dialogs: HTMLDialogElement[] = []

const place = () => (dialogs.at(-1) ?? document.body).append(messages)

/** Toasts and announcements. They are in the topmost modal dialog, because everything outside it is inert. */
export function Messages({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    place()
    return () => messages.remove()
  }, [])
  return createPortal(children, messages)
}

/** Moves them into a dialog that has opened. Returns a function for when it closes. */
export function showMessagesIn(dialog: HTMLDialogElement): () => void {
  dialogs.push(dialog)
  place()
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1)
    place()
  }
}
