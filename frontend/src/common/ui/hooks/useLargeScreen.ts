import { useSyncExternalStore } from "react"

const QUERY = "(min-width: 60rem)" // the same as `lg:` in tokens.css

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  const onChange = () => {
    if (!window.matchMedia("print").matches) listener() // what renders after the pages were counted may be cut off
  }
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

/** For parts that phones should not load. On paper, which is narrow, the screen counts. For styles, use `lg:` classes. */
export function useLargeScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
}
