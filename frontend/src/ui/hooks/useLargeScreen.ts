import { useSyncExternalStore } from "react"

const QUERY = "(min-width: 60rem)" // the same as `lg:` in tailwind.css

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}

/** For parts that phones should not load. For styles, use `lg:` classes. */
export function useLargeScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
}
