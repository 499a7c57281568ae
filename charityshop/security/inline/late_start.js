const { entry, chunks } = document.querySelector("script[data-entry]").dataset
let isStarted = false
const start = () => {
  if (isStarted) return
  isStarted = true
  for (const href of chunks.split(" ").filter(Boolean))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }))
  import(entry)
}
const startSoon = () => requestAnimationFrame(() => setTimeout(start, 0))
try {
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    const image = document.querySelector('img[fetchpriority="high"]')
    if (!image || image.complete || getComputedStyle(image).visibility === "hidden") return startSoon()
    for (const type of ["load", "error"]) image.addEventListener(type, startSoon)
  })
  observer.observe({ type: "paint", buffered: true })
} catch {}
setTimeout(start, 3000)
for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { once: true, capture: true })
