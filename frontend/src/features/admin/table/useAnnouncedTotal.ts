import { useEffect } from "react"
import { useLocation } from "react-router-dom"
import { counted } from "~/lib/counted"
import { announce } from "~/ui/feedback/announce"

/** Tells how many were found after a search or a filter; `total` is undefined while the answer is on its way. */
export function useAnnouncedTotal(total: number | undefined, noun: string, narrowed: boolean): void {
  const { search } = useLocation()
  useEffect(() => {
    if (narrowed && total !== undefined) announce(total === 0 ? `No ${noun}s match.` : `${counted(total, noun)} found`)
  }, [total, noun, narrowed, search])
}
