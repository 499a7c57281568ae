import { lazy, Suspense, type ComponentType } from "react"

export interface LazyPage {
  /** Resolves when the page's code is loaded; after that the page renders without suspending. */
  ready: () => Promise<void>
  View: ComponentType
}

/** A page in its own chunk, loaded when its route is first visited. */
export function page(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let Ready: ComponentType | null = null
  const Later = lazy(load)
  return {
    ready: () =>
      load().then((module) => {
        Ready = module.default
      }),
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
