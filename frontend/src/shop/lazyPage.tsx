import type { QueryClient } from "@tanstack/react-query"
import { lazy, Suspense, type ComponentType } from "react"

type Page = ComponentType & {
  /** Loads what the page waits for, besides its code. */
  prepare?: (client: QueryClient) => unknown
}

export interface LazyPage {
  /** Resolves when the page's code is loaded and prepared; after that the page renders without suspending. */
  ready: (client: QueryClient) => Promise<void>
  View: ComponentType
}

/** A page in its own chunk, loaded when its route is first visited. */
export function page(load: () => Promise<{ default: Page }>): LazyPage {
  let Ready: ComponentType | null = null
  const Later = lazy(load)
  return {
    ready: async (client) => {
      const { default: View } = await load()
      await View.prepare?.(client)
      Ready = View
    },
    View: () =>
      Ready ? (
        <Ready />
      ) : (
        <Suspense>
          <Later />
        </Suspense>
      ),
  }
}
