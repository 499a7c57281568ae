import { useEffect, useRef, useState, type RefObject } from "react"

/** True once the element was within one screen height of the visible part; false in the first render. */
export function useInView<T extends Element = HTMLDivElement>(): [RefObject<T | null>, boolean] {
  const place = useRef<T>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !place.current || typeof IntersectionObserver === "undefined") return
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: "100% 0px" },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [near])
  return [place, near]
}
