import { type RefObject, useEffect, useRef, useState } from "react"

/** True once the element has been visible or within one screen height of it; false in the first render. */
export function useInView<T extends Element = HTMLDivElement>(): [RefObject<T | null>, boolean] {
  const place = useRef<T>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !place.current || typeof IntersectionObserver === "undefined") return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: "100% 0px" },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near])
  return [place, near]
}

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
