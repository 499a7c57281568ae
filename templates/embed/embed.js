/* Inserts a list of upcoming events after this script, in a frame that is as high as the list.
   <script async src="https://shop.example/embed.js" data-limit="5" data-category="Draft"></script> */
;(() => {
  const script = document.currentScript
  if (!script) return
  const list = new URL("embed/events", script.src)
  const { title, ...parameters } = script.dataset
  for (const name in parameters) if (parameters[name]) list.searchParams.set(name, parameters[name])
  // A page without a dark color scheme is light, whatever the system prefers.
  const meta = document.querySelector('meta[name="color-scheme"]')
  const schemes = getComputedStyle(document.documentElement).colorScheme + (meta ? meta.content : "")
  if (!schemes.includes("dark") && !parameters.theme) list.searchParams.set("theme", "light")

  const frame = document.createElement("iframe")
  frame.src = list.href
  frame.title = title || "Upcoming events"
  frame.loading = "lazy"
  // Setting the properties works even if the page's policy forbids style attributes.
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
