import { useEffect } from "react"
import { useLocation } from "react-router-dom"
import { counted } from "~/lib/counted"
import { announce } from "~/ui/feedback/announce"

/** Announces the number of results of a search or filter; `total` is undefined while loading. */
export function useAnnouncedTotal(total: number | undefined, noun: string, narrowed: boolean): void {
  const { search } = useLocation()
  useEffect(() => {
    if (narrowed && total !== undefined) announce(total === 0 ? `No ${noun}s match.` : `${counted(total, noun)} found`)
  }, [total, noun, narrowed, search])
}
