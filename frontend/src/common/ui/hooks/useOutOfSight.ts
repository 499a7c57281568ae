import { useEffect, useState } from "react"

/** The share of the element that has to be in sight. */
const MOST = 0.9

/** Whether the element is above or below the visible part of the page. */
export function useOutOfSight(element: Element | null): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (!element || typeof IntersectionObserver === "undefined") return
    const observer = new IntersectionObserver(([entry]) => entry && setIsAway(entry.intersectionRatio < MOST), {
      rootMargin: "-56px 0px 0px", // what is behind the header isn't in sight
      threshold: MOST,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isAway
}
