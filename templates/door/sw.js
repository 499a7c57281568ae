/* Opens the door's page without a connection. It stores the page and all its files, or nothing, and never the API. */
const FILES = {{ files }}
const CACHE = "door-" + {{ version }}
const PAGE = FILES[0]

addEventListener("install", (event) => {
  // If one file fails, all do, and the version that is there stays.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)))
})

addEventListener("activate", (event) => {
  const removeOthers = async () => {
    const names = await caches.keys()
    const others = names.filter((name) => name.startsWith("door-") && name !== CACHE)
    await Promise.all(others.map((name) => caches.delete(name)))
    await clients.claim()
  }
  event.waitUntil(removeOthers())
})

// A new version waits until the page says that its queue is empty.
addEventListener("message", (event) => {
  if (event.data === "activate") skipWaiting()
})

addEventListener("fetch", (event) => {
  const { request } = event
  const isApi = new URL(request.url).pathname.startsWith("/api")
  if (request.method !== "GET" || isApi) return
  const isPage = request.mode === "navigate" && new URL(request.url).pathname === PAGE
  const stored = caches.open(CACHE).then((cache) => cache.match(isPage ? PAGE : request, { ignoreVary: true }))
  event.respondWith(stored.then((found) => found || fetch(request)))
})
