/** Registers the service worker, with which the page opens without a connection. */

/**
 * A new version waits. `mayUpdate` is asked when it is there and on each `check`; once it agrees, the page reloads with
 * the new version.
 */
export function startServiceWorker(mayUpdate: () => boolean): { check: () => void } {
  let waiting: ServiceWorker | null = null
  let isReloading = false
  const check = () => {
    if (!waiting || isReloading || !mayUpdate()) return
    isReloading = true
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload())
    waiting.postMessage("activate")
  }
  if ("serviceWorker" in navigator && import.meta.env.PROD) {
    void register((worker) => {
      waiting = worker
      check()
    }).catch((error: unknown) => console.error("The page can't be opened without a connection.", error))
  }
  return { check }
}

async function register(found: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register("/door/sw.js", { updateViaCache: "none" })
  if (registration.waiting) found(registration.waiting)
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing
    worker?.addEventListener("statechange", () => {
      // Without a controller, it is the first version, which takes over at once.
      if (worker.state === "installed" && navigator.serviceWorker.controller) found(worker)
    })
  })
}
