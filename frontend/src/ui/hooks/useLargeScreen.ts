import { useSyncExternalStore } from "react"

const QUERY = "(min-width: 60rem)" // as `lg:` in tailwind.css

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}

/** Whether there is room for what phones don't even load. For looks alone use `lg:` classes. */
export function useLargeScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
}
