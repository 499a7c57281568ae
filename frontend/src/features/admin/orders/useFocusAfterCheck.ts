import { useEffect, useRef } from "react"

/** For a form that is hidden while its input is checked: returns to the form's button after the check was closed. */
export function useFocusAfterCheck(isChecking: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(isChecking)
  useEffect(() => {
    if (last.current && !isChecking) box.current?.querySelector<HTMLElement>("button[type=submit]")?.focus()
    last.current = isChecking
  }, [isChecking])
  return box
}
