import { useEffect, useRef, useState, type RefObject } from "react"

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
