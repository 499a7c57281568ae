let loading: { src: string; done: Promise<void> } | undefined

/**
 * The simulator's script has to be there before PayPal's library looks for one, or that would call PayPal itself.
 * In a file of its own: the library is large, and this is not.
 */
export function loadSimulator(src: string): Promise<void> {
  if (loading?.src === src) return loading.done
  const done = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      loading = undefined // the next try asks again
      script.remove()
      reject(new Error("The simulator's script did not load."))
    }
    document.head.append(script)
  })
  loading = { src, done }
  return done
}
