let loading: { src: string; done: Promise<void> } | undefined

/**
 * Loads the simulator's script. It must be loaded before PayPal's library checks for a script, or the library would
 * load PayPal's own.
 */
export function loadSimulator(src: string): Promise<void> {
  if (loading?.src === src) return loading.done
  const done = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      loading = undefined // the next attempt loads it again
      script.remove()
      reject(new Error("The simulator's script did not load."))
    }
    document.head.append(script)
  })
  loading = { src, done }
  return done
}
