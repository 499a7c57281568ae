/* Places the list of coming nights where this script stands, and keeps the frame as high as the list.
   <script async src="https://shop.example/embed.js" data-limit="5" data-category="Draft"></script> */
;(() => {
  const script = document.currentScript
  if (!script) return
  const list = new URL("embed/events", script.src)
  const names = ["limit", "theme", "category", "cardSet", "format", "eventLocation", "weekday", "priceMax", "keyword"]
  for (const name of names) if (script.dataset[name]) list.searchParams.set(name, script.dataset[name])
  // A page that never speaks of dark colors is light, whatever its visitor's system likes.
  const meta = document.querySelector('meta[name="color-scheme"]')
  const schemes = getComputedStyle(document.documentElement).colorScheme + (meta ? meta.content : "")
  if (!schemes.includes("dark") && !script.dataset.theme) list.searchParams.set("theme", "light")

  const frame = document.createElement("iframe")
  frame.src = list.href
  frame.title = script.dataset.title || "Coming nights"
  frame.loading = "lazy"
  // Set one by one: a page whose policy forbids style attributes lets scripts do this.
  frame.style.display = "block"
  frame.style.width = "100%"
  frame.style.height = "32rem"
  frame.style.border = "0"

  addEventListener("message", (event) => {
    if (event.origin !== list.origin || event.source !== frame.contentWindow) return
    const height = event.data && event.data.nightsHeight
    if (typeof height === "number" && height > 0 && height < 20000) frame.style.height = `${Math.ceil(height)}px`
  })
  script.after(frame)
})()
