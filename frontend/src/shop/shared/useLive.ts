import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Tag } from "~/common/api/queryClient"

const EVERY_MS = 30_000

/** For an open form: fetches what it edits again while its page is visible, and when the page gets the focus. */
export function useLive(tag: Tag): void {
  const client = useQueryClient()
  useEffect(() => {
    const fetchAgain = () =>
      document.visibilityState === "visible" && void client.invalidateQueries({ queryKey: [tag] })
    const timer = setInterval(fetchAgain, EVERY_MS)
    window.addEventListener("focus", fetchAgain)
    return () => {
      clearInterval(timer)
      window.removeEventListener("focus", fetchAgain)
    }
  }, [client, tag])
}
