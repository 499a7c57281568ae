import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

/** What is being printed: one sheet or, with the browser's own command, all; null: nothing. Rendered only then. */
export function usePrinting<Sheet extends string>() {
  const [printed, setPrinted] = useState<Sheet | "all" | null>(null)
  const chosen = useRef<Sheet>(undefined)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(chosen.current ?? "all"))
    const end = () => {
      chosen.current = undefined
      setPrinted(null)
    }
    window.addEventListener("beforeprint", begin)
    window.addEventListener("afterprint", end)
    return () => {
      window.removeEventListener("beforeprint", begin)
      window.removeEventListener("afterprint", end)
    }
  }, [])
  const print = (sheet: Sheet) => {
    chosen.current = sheet
    window.print()
  }
  return { printed, print }
}
